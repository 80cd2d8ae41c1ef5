import { readFileSync } from "node:fs";
import { STOPS } from "../pages.ts";
import { expect, test } from "../support/test.ts";

/** The full paths of app.rs; a nested route is written after the path of the one around it. */
function routes(source: string): string[] {
  const found: string[] = [];
  const around: string[] = [];
  for (const [tag, parent, path = ""] of source.matchAll(
    /<(Parent)?Route\b[^/]*?path!\("([^"]*)"\)|<\/ParentRoute>/g,
  )) {
    if (tag === "</ParentRoute>") around.pop();
    else if (parent) around.push(path);
    else found.push([...around, path].join("") || "/");
  }
  return found;
}

test("every route has a stop on the tour", () => {
  const source = readFileSync(new URL("../../app/src/app.rs", import.meta.url), "utf8");
  const stops = new Set(STOPS.map((stop) => stop.route));
  expect(routes(source).filter((route) => !stops.has(route))).toEqual([]);
  expect([...stops].filter((stop) => !routes(source).includes(stop))).toEqual([]);
  // A route that is written in another way would go unnoticed.
  expect(source.match(/<(Parent)?Route\b/g)).toHaveLength(source.match(/path!\(/g)!.length);
});

test("names of stops are used once", () => {
  const names = STOPS.map((stop) => stop.name);
  expect(names).toEqual([...new Set(names)]);
});
