// Every page of the route table, in the states worth looking at: the stops of the tour, of the
// accessibility check and of the phone check. A route without a stop fails tests/routes.spec.ts.
import type { Role } from "./support/test.ts";
import { LONGEST, TOO_LONG, address } from "./support/ids.ts";

export interface Stop {
  /** The screenshot's name. */
  name: string;
  /** As app/src/app.rs writes it. */
  route: string;
  address: string;
  status?: number;
  isSignedOut?: boolean;
  /** Who may see it; a support agent unless told otherwise. */
  role?: Role;
  /** The links that lead from that page to the stop, where its address is not known before. */
  follow?: RegExp[];
}

const user = (name: string, id: string): Stop => ({
  name: `user-${name}`,
  route: "/users/:user_id",
  address: address(id),
});

const bypass = (name: string, id: string): Stop => ({
  name: `bypass-${name}`,
  route: "/users/:user_id/bypass",
  address: `${address(id)}/bypass`,
});

const overrides = (name: string, id: string): Stop => ({
  name: `overrides-${name}`,
  route: "/users/:user_id/temporary-profiles",
  address: `${address(id)}/temporary-profiles`,
});

const newOverride = (name: string, id: string, query: string): Stop => ({
  name: `new-override-${name}`,
  route: "/users/:user_id/temporary-profiles/new",
  address: `${address(id)}/temporary-profiles/new${query}`,
});

const newVersion = (name: string, id: string, query: string): Stop => ({
  name: `new-version-${name}`,
  route: "/users/:user_id/new-version",
  address: `${address(id)}/new-version${query}`,
  role: "admin",
});
/** The newest evaluation of somebody, whose id follows from the day. */
const evaluation = (name: string, id: string, role: Role = "analyst"): Stop => ({
  name: `evaluation-${name}`,
  route: "/users/:user_id/evaluations/:result_id",
  address: `${address(id)}/evaluations`,
  follow: [/UTC$/],
  role,
});

const DOCUMENTED = "/users/user-12345/evaluations/1707574200_550e8400-e29b-41d4";

const timeline = (name: string, id: string, query = ""): Stop => ({
  name: `timeline-${name}`,
  route: "/users/:user_id/timeline",
  address: `${address(id)}/timeline${query}`,
});

const campaign = (name: string, id: string): Stop => ({
  name: `campaign-${name}`,
  route: "/campaigns/:id",
  address: `/campaigns/${id}`,
  role: "admin",
});

const balances = (name: string, id: string, query = ""): Stop => ({
  name: `balances-${name}`,
  route: "/users/:user_id/balances",
  address: `${address(id)}/balances${query}`,
});

export const STOPS: Stop[] = [
  { name: "sign-in", route: "/sign-in", address: "/sign-in", isSignedOut: true },
  { name: "home", route: "/", address: "/" },
  { name: "search-empty", route: "/search", address: "/search?q=", status: 400 },
  { name: "search-too-long", route: "/search", address: `/search?q=${TOO_LONG}`, status: 400 },
  { name: "search-nothing", route: "/search", address: "/search?q=no-such-id" },
  user("documented", "user-12345"),
  user("new", "user-ada"),
  user("promotion", "user-mia"),
  user("hold", "user-ivy"),
  user("two-overrides", "user-theo"),
  user("denied", "user-nora"),
  user("check-failed", "user-emil"),
  user("loans", "user-lena"),
  user("odd-tiers", "user-finn"),
  user("broken", "user-broken-types"),
  user("longest-id", LONGEST),
  { ...user("id-too-long", TOO_LONG), status: 400 },
  bypass("none", "user-ada"),
  bypass("active", "user-bea"),
  bypass("ended", "user-boris"),
  bypass("broken", "user-broken-types"),
  { ...bypass("analyst", "user-bea"), role: "analyst" },
  overrides("promotion", "user-mia"),
  overrides("two", "user-theo"),
  overrides("planned", "user-piet"),
  { ...overrides("as-analyst", "user-mia"), role: "analyst" },
  newOverride("empty", "user-ben", ""),
  newOverride("preview", "user-ben", "?preview=1&start=&expires=in+2+weeks&reason=Spring&floats=on&tier=1&tier=2&tier=3"),
  newOverride("wrong", "user-mia", "?preview=1&start=2020-01-01&expires=whenever&reason=&floats=on&tier=42"),
  {
    name: "override-end-gone",
    route: "/users/:user_id/temporary-profiles/end",
    address: "/users/user-mia/temporary-profiles/end?of=none",
    status: 400,
  },
  newVersion("empty", "user-ella", ""),
  newVersion("preview", "user-cleo", "?preview=1&base=2020-01-01T00:00:00Z&notes=x&reason=Review&floats=on&tier=1"),
  { name: "evaluations", route: "/users/:user_id/evaluations", address: "/users/user-hana/evaluations" },
  { name: "evaluations-filtered", route: "/users/:user_id/evaluations", address: "/users/user-kai/evaluations?account=account-1&outcome=approved" },
  { name: "evaluations-empty", route: "/users/:user_id/evaluations", address: "/users/user-ada/evaluations" },
  { name: "evaluations-broken", route: "/users/:user_id/evaluations", address: "/users/user-broken-types/evaluations" },
  { name: "evaluations-bad-filter", route: "/users/:user_id/evaluations", address: "/users/user-kai/evaluations?from=soon", status: 400 },
  evaluation("denied", "user-nora"),
  evaluation("for-support", "user-nora", "support"),
  evaluation("superseded", "user-wes"),
  evaluation("finding", "user-quin"),
  evaluation("loan", "user-lena"),
  evaluation("strange", "user-xena"),
  evaluation("failed", "user-emil"),
  { name: "evaluation-documented", route: "/users/:user_id/evaluations/:result_id", address: DOCUMENTED, role: "analyst" },
  { name: "evaluation-unknown", route: "/users/:user_id/evaluations/:result_id", address: "/users/user-nora/evaluations/1700000000_x", status: 404 },
  { ...evaluation("compared", "user-lily"), follow: [/UTC$/, /previous one/] },
  { name: "rule-outcomes", route: "/users/:user_id/rule-outcomes", address: "/users/user-nora/rule-outcomes" },
  { name: "rule-outcomes-empty", route: "/users/:user_id/rule-outcomes", address: "/users/user-ada/rule-outcomes" },
  { name: "floats", route: "/users/:user_id/floats", address: "/users/user-hugo/floats" },
  { name: "floats-locked", route: "/users/:user_id/floats", address: "/users/user-lou/floats" },
  { name: "floats-empty", route: "/users/:user_id/floats", address: "/users/user-ada/floats" },
  user("approved-above", "user-amos"),
  user("locked", "user-lou"),
  user("bypassed", "user-bea"),
  user("defaulted", "user-hugo"),
  balances("accounts", "user-carl"),
  balances("switched", "user-carl", "?days=14&without=current&without=checks&account=account-carl-checking"),
  balances("below-zero", "user-nell"),
  balances("twenty", "user-vera", "?days=7"),
  balances("currencies", "user-euan"),
  balances("moments", "user-mona", "?days=7"),
  balances("none", "user-cora"),
  { ...balances("no-day", "user-carl", "?from=soon"), status: 400 },
  { name: "insights", route: "/users/:user_id/insights", address: "/users/user-paula/insights" },
  { name: "insights-runs", route: "/users/:user_id/insights", address: "/users/user-petra/insights" },
  { name: "insights-empty", route: "/users/:user_id/insights", address: "/users/user-ada/insights" },
  timeline("documented", "user-12345"),
  timeline("at", "user-12345", "?at=2024-02-15T00:00:00Z"),
  timeline("many-versions", "user-max", "?kind=versions"),
  timeline("repaid", "user-hana"),
  timeline("new", "user-ada"),
  timeline("longest-id", LONGEST),
  { ...timeline("no-moment", "user-ada", "?at=nonsense"), status: 400 },
  { name: "rulebooks", route: "/rulebooks", address: "/rulebooks", role: "analyst" },
  { name: "rulebooks-past", route: "/rulebooks", address: "/rulebooks?at=2024-03-01", role: "admin" },
  { name: "rulebooks-refused", route: "/rulebooks", address: "/rulebooks", status: 403 },
  { name: "rulebook", route: "/rulebooks/:rulebook_id", address: "/rulebooks/score_trial_v1", role: "analyst" },
  { name: "rulebook-edit", route: "/rulebooks/:rulebook_id/edit", address: "/rulebooks/score_trial_v1/edit", role: "admin" },
  { name: "rulebook-new", route: "/new-rulebook", address: "/new-rulebook?copy-of=stringent_v1", role: "admin" },
  { name: "history", route: "/history", address: "/history", role: "analyst" },
  { name: "history-none", route: "/history", address: "/history?person=nobody", role: "analyst" },
  {
    name: "update",
    route: "/history/:update",
    address: "/history/2024-02-10T14~3A30~3A00Z~23admin-jane",
    role: "admin",
  },
  { name: "proposals", route: "/proposals", address: "/proposals", role: "analyst" },
  { name: "proposal-none", route: "/proposals/:proposal_id", address: "/proposals/none", role: "admin", status: 400 },
  { name: "ledger", route: "/evaluations", address: "/evaluations", role: "analyst" },
  {
    name: "ledger-filtered",
    route: "/evaluations",
    address: "/evaluations?outcome=denied&rulebook=core_v2&column=user&column=float&column=rulebook&column=snapshot&column=original",
    role: "analyst",
  },
  { name: "ledger-looked-for", route: "/evaluations", address: "/evaluations?applies=no&applied=stringent_v1&at-least=20", role: "analyst" },
  { name: "ledger-none", route: "/evaluations", address: "/evaluations?from=2020-01-01&to=2020-01-01", role: "analyst" },
  { name: "ledger-no-amount", route: "/evaluations", address: "/evaluations?at-least=much", role: "analyst", status: 400 },
  { name: "ledger-refused", route: "/evaluations", address: "/evaluations", status: 403 },
  { name: "rates", route: "/rates", address: "/rates", role: "analyst" },
  { name: "rates-by-rulebook", route: "/rates", address: "/rates?split=rulebook&by=hour&arms=yes", role: "analyst" },
  { name: "rates-none", route: "/rates", address: "/rates?from=2020-01-01&to=2020-01-05", role: "analyst" },
  { name: "rates-change", route: "/rates", address: "/rates", follow: [/^Before and after the change/], role: "analyst" },
  { name: "rates-no-day", route: "/rates", address: "/rates?from=soon", role: "analyst", status: 400 },
  { name: "repayment", route: "/repayment", address: "/repayment", role: "analyst" },
  { name: "repayment-by-snapshot", route: "/repayment", address: "/repayment?split=snapshot", role: "analyst" },
  { name: "repayment-none", route: "/repayment", address: "/repayment?from=2020-01-01&to=2020-01-05", role: "analyst" },
  { name: "repayment-no-day", route: "/repayment", address: "/repayment?from=soon", role: "analyst", status: 400 },
  { name: "repayment-refused", route: "/repayment", address: "/repayment", status: 403 },
  { name: "what-if", route: "/what-if", address: "/what-if", role: "analyst" },
  { name: "what-if-run", route: "/what-if", address: "/what-if?drop.core_v2=yes&share.stringent_v1=60&run=1", role: "analyst" },
  { name: "what-if-wrong", route: "/what-if", address: "/what-if?priority.core_v2=high&run=1", role: "analyst" },
  { name: "campaigns", route: "/campaigns", address: "/campaigns", role: "admin" },
  { name: "campaigns-analyst", route: "/campaigns", address: "/campaigns", role: "analyst" },
  campaign("finished", "demo-summer"),
  campaign("ready", "demo-holidays"),
  campaign("stopped", "demo-outage"),
  { ...campaign("missing", "no-such-campaign"), status: 404 },
  { name: "calendar", route: "/calendar", address: "/calendar" },
  { name: "audit", route: "/audit", address: "/audit", role: "analyst" },
  { name: "audit-empty", route: "/audit", address: "/audit?by=day&value=2020-01-01", role: "admin" },
  { name: "audit-refused", route: "/audit", address: "/audit", status: 403 },
  { name: "raw", route: "/users/:user_id/raw", address: "/users/user-12345/raw", role: "analyst" },
  { name: "raw-list", route: "/users/:user_id/raw", address: "/users/user-hana/raw?list=underwriting", role: "analyst" },
  { name: "raw-empty", route: "/users/:user_id/raw", address: "/users/nobody-at-all/raw", role: "analyst" },
  { name: "raw-refused", route: "/users/:user_id/raw", address: "/users/user-12345/raw", status: 403 },
  { name: "system", route: "/system", address: "/system" },
  { name: "staff", route: "/staff", address: "/staff", role: "admin" },
  { name: "not-found", route: "/*any", address: "/no/such/page", status: 404 },
];
