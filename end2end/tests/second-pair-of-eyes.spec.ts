// What the demo world does not show, since its changes need no review and its record is right.
import { expectAccessible } from "../support/accessible.ts";
import { secondPairOfEyes, startReviewedDesk } from "../support/second-pair-of-eyes.ts";
import { signedOut, test } from "../support/test.ts";

test.use(signedOut);

test("a change is reviewed, one is published at once, one was made by a script; each page is accessible", async ({
  browser,
}) => {
  test.slow();
  const desk = await startReviewedDesk();
  try {
    await secondPairOfEyes(browser, desk, (page) => expectAccessible(page));
  } finally {
    await desk.stop();
  }
});
