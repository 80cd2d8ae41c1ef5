// Puts the icons that the pages name (app/src/ui/icon.rs) into one file: public/icons.svg.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const { icons } = createRequire(import.meta.url)("@iconify-json/lucide/icons.json");
const source = readFileSync("app/src/ui/icon.rs", "utf8");
const names = [...source.matchAll(/=> "([a-z0-9-]+)"/g)].map(([, name]) => name);

const symbols = names.map((name) => {
  if (!icons[name]) throw new Error(`Lucide has no icon named ${name}`);
  return `<symbol id="${name}" viewBox="0 0 24 24">${icons[name].body}</symbol>`;
});
const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;

// Written only where it differs: a watched folder would otherwise be built again at every start.
const file = "public/icons.svg";
if (!existsSync(file) || readFileSync(file, "utf8") !== sprite) writeFileSync(file, sprite);
