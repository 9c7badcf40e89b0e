import type { Content } from "../pictures/content.ts";

/** What a screen says of when, where and by whom it was taken; null where it says nothing of it. */
export interface ShownFacts {
  /** Some of the clock's words: its time, as it is written. */
  readonly clock: string | null;
  /** Of the clock; null where it shows none, or one that has two readings. */
  readonly date: string | null;
  readonly address: string | null;
  readonly user: string | null;
}

/** A screen with what stands around a page: bars of a system, a browser, a console. */
export interface Screen {
  readonly name: string;
  readonly half: "tuned" | "kept back";
  readonly width: number;
  readonly height: number;
  write(content: Content): { readonly style: string; readonly body: string; readonly facts: ShownFacts };
}

const SANS = `font-family:"DejaVu Sans",sans-serif`;
const GEIST = `font-family:"Geist Variable",sans-serif`;
const MONO = `font-family:"DejaVu Sans Mono",monospace`;
const NONE: ShownFacts = { clock: null, date: null, address: null, user: null };

interface Shown {
  readonly day: number;
  readonly month: number;
  readonly hour: number;
  readonly minute: number;
}

const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const YEAR = 2026;
const two = (value: number) => String(value).padStart(2, "0");
/** A day above 12, so that no form of it has two readings. */
const moment = (c: Content): Shown => ({
  day: c.number(13, 28),
  month: c.number(1, 12),
  hour: c.number(13, 22),
  minute: c.number(10, 59),
});
const iso = ({ day, month }: Shown) => `${YEAR}-${two(month)}-${two(day)}`;
const clock24 = ({ hour, minute }: Shown) => `${hour}:${minute}`;
const clock12 = ({ hour, minute }: Shown) => `${hour - 12}:${minute} PM`;
const weekday = (shown: Shown) =>
  new Date(iso(shown)).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join("");

function table(head: readonly string[], rows: number, cell: (column: number) => string): string {
  return `<table><tr>${head.map((name) => `<th>${name}</th>`).join("")}</tr>${times(rows, () => `<tr>${head.map((_, column) => `<td>${cell(column)}</td>`).join("")}</tr>`)}</table>`;
}

const TABLE = `table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line)}th{color:var(--soft)}`;
const BROWSER = `.tabs{background:var(--panel);padding:7px 12px;font-size:12px}.bar{display:flex;gap:12px;align-items:center;padding:6px 12px;border-bottom:1px solid var(--line)}.url{flex:1;background:var(--panel);border-radius:14px;padding:5px 14px;font-size:13px}main{padding:18px;font-size:13px}h1{font-size:20px;margin:0 0 10px}`;

const users = (c: Content, rows = 12) =>
  `<h1>Users (${c.number(12, 90)})</h1>${table(["User name", "Role", "Last sign-in", "MFA"], rows, (column) => [c.mail(), c.pick(["Administrator", "Developer", "Auditor"]), `${c.date()} ${c.time()}`, c.pick(["Enabled", "Disabled"])][column]!)}`;

const changes = (c: Content, rows = 10) =>
  `<h1>Change requests</h1>${table(["Number", "Summary", "Approved by", "Closed"], rows, (column) => [c.id("CHG"), c.sentence().slice(0, 44), c.person(), c.date()][column]!)}`;

function browser(title: string, url: string, page: string, icons = ""): string {
  return `<div class=tabs>${title} &nbsp; × &nbsp; +</div><div class=bar><span>‹ ›</span><span class=url>${url}</span>${icons}</div><main>${page}</main>`;
}

const FRAME = `body{${SANS};display:flex;flex-direction:column;height:100vh}main{flex:1;overflow:hidden}`;
const TRAY = `footer{background:var(--panel);border-top:1px solid var(--line);display:flex;justify-content:space-between;align-items:center;padding:4px 14px;font-size:12px;height:44px}footer div{text-align:right;line-height:1.35}`;

export const SCREENS: readonly Screen[] = [
  {
    name: "GNOME, Firefox",
    half: "tuned",
    width: 1440,
    height: 860,
    write: (c) => {
      const at = moment(c);
      const url = `https://${c.pick(["admin", "console"])}.northwind.example/users?page=${c.number(1, 9)}`;
      const clock = `${NAMES[at.month - 1]} ${at.day}  ${clock24(at)}`;
      return {
        style: `${FRAME}${BROWSER}${TABLE}.top{background:var(--side);color:#fff;text-align:center;padding:4px;font-size:13px;font-weight:600;white-space:pre}`,
        body: `<div class=top>${clock}</div>${browser("Users", url, users(c))}`,
        facts: { ...NONE, clock: clock24(at), address: url },
      };
    },
  },
  {
    name: "Windows 11, Edge",
    half: "tuned",
    width: 1600,
    height: 900,
    write: (c) => {
      const at = moment(c);
      const url = `https://portal.eastmere.example/reviews/${c.number(100, 999)}`;
      return {
        style: `${FRAME}${BROWSER}${TABLE}${TRAY}`,
        body: `${browser("Access review", url, users(c, 13))}<footer><span>Search</span><div>${clock12(at)}<br>${at.month}/${at.day}/${YEAR}</div></footer>`,
        facts: { ...NONE, clock: clock12(at), date: iso(at), address: url },
      };
    },
  },
  {
    name: "macOS, Safari",
    half: "tuned",
    width: 1440,
    height: 880,
    write: (c) => {
      const at = moment(c);
      return {
        style: `${FRAME}${BROWSER}${TABLE}.top{display:flex;gap:18px;background:var(--panel);padding:4px 14px;font-size:13px}.top :last-child{margin-left:auto}.url{text-align:center}`,
        body: `<div class=top><b>Safari</b><span>File</span><span>Edit</span><span>View</span><span>History</span><span>${weekday(at)} ${at.day} ${NAMES[at.month - 1]}  ${clock24(at)}</span></div>${browser("Changes", "changes.halden.example", changes(c))}`,
        facts: { ...NONE, clock: clock24(at), address: "changes.halden.example" },
      };
    },
  },
  {
    name: "cloud console with an account",
    half: "tuned",
    width: 1360,
    height: 780,
    write: (c) => {
      const user = c.mail();
      return {
        style: `body{${SANS}}${BROWSER}${TABLE}header{display:flex;gap:22px;background:var(--side);color:#fff;padding:11px 18px;font-size:13px}header :last-child{margin-left:auto}`,
        body: `<header><b>${c.company}</b><span>Services</span><span>Search</span><span>${user}</span></header><main>${users(c)}</main>`,
        facts: { ...NONE, user },
      };
    },
  },
  {
    name: "terminal",
    half: "tuned",
    width: 1000,
    height: 640,
    write: (c) => {
      const at = moment(c);
      const user = `${c.pick(["amara", "jonas", "root"])}@${c.pick(["web-1", "bastion", "db-2"])}`;
      const time = `${clock24(at)}:0${c.number(1, 9)}`;
      return {
        style: `body{${MONO};font-size:14px;line-height:1.4;padding:10px;white-space:pre;background:var(--panel)}`,
        body: `${user}:~$ date\n${weekday(at)} ${NAMES[at.month - 1]} ${at.day} ${time} UTC ${YEAR}\n${user}:~$ grep -i maxauth /etc/ssh/sshd_config\nMaxAuthTries ${c.number(3, 6)}\n${user}:~$ tail -n 12 /var/log/backup.log\n${times(12, () => `${c.date()} ${c.time()} backup of ${c.id("vol")} completed\n`)}`,
        facts: { ...NONE, clock: time, date: iso(at), user },
      };
    },
  },
  {
    name: "a log with times",
    half: "tuned",
    width: 1280,
    height: 720,
    write: (c) => ({
      style: `body{${MONO};font-size:13px;padding:4px 10px}p{margin:0 0 8px;white-space:pre}`,
      body: times(
        28,
        () =>
          `<p>${YEAR}-05-${two(c.number(1, 28))} ${c.time()}   ${c.mail()}   ${c.pick(["login", "logout", "reset"])}   10.0.${c.number(1, 99)}.${c.number(1, 250)}</p>`,
      ),
      facts: NONE,
    }),
  },
  {
    name: "Windows 10 of Germany, Chrome",
    half: "kept back",
    width: 1536,
    height: 864,
    write: (c) => {
      const at = moment(c);
      const url = `portal.lumenridge.example/#view/Users/${c.id("blade")}`;
      const user = c.mail();
      return {
        style: `${FRAME}${BROWSER}${TABLE}${TRAY}header{display:flex;background:var(--accent);color:#fff;padding:8px 16px;font-size:13px}header :last-child{margin-left:auto}`,
        body: `<div class=tabs>Users - Portal &nbsp; ×</div><div class=bar><span class=url>${url}</span></div><header><b>Cloud Portal</b><span>${user}</span></header><main>${users(c, 10)}</main><footer><span>Suche</span><div>${clock24(at)}<br>${two(at.day)}.${two(at.month)}.${YEAR}</div></footer>`,
        facts: { clock: clock24(at), date: iso(at), address: url, user },
      };
    },
  },
  {
    name: "KDE panel",
    half: "kept back",
    width: 1440,
    height: 880,
    write: (c) => {
      const at = moment(c);
      const url = `https://cloud.tarnbrook.example/iam-admin/iam?project=${c.id("prod")}`;
      return {
        style: `${FRAME}${BROWSER}${TABLE}${TRAY}body{${GEIST}}footer div{text-align:center}`,
        body: `${browser("IAM", url, users(c, 11))}<footer><span>Files &nbsp; Terminal &nbsp; Browser</span><div>${clock24(at)}<br>${iso(at)}</div></footer>`,
        facts: { ...NONE, clock: clock24(at), date: iso(at), address: url },
      };
    },
  },
  {
    name: "Xfce panel with the year",
    half: "kept back",
    width: 1280,
    height: 800,
    write: (c) => {
      const at = moment(c);
      return {
        style: `${FRAME}${BROWSER}${TABLE}.top{display:flex;background:var(--side);color:#fff;padding:4px 12px;font-size:13px}.top :last-child{margin-left:auto}`,
        body: `<div class=top><span>Applications</span><span>${weekday(at)} ${at.day} ${NAMES[at.month - 1]} ${YEAR}, ${clock24(at)}</span></div><main>${changes(c, 14)}</main>`,
        facts: { ...NONE, clock: clock24(at), date: iso(at) },
      };
    },
  },
  {
    name: "a page that a browser printed",
    half: "kept back",
    width: 820,
    height: 1060,
    write: (c) => {
      const at = moment(c);
      const url = `https://tickets.halden.example/browse/${c.id("SEC")}`;
      return {
        style: `body{${SANS};padding:0 30px}${TABLE}main{font-size:12px;height:960px;padding-top:30px;overflow:hidden}.e{display:flex;justify-content:space-between;font-size:11px;padding:16px 0}`,
        body: `<div class=e><span>${at.month}/${at.day}/26, ${clock12(at)}</span><span>Change requests</span></div><main>${changes(c, 16)}</main><div class=e><span>${url}</span><span>1/2</span></div>`,
        facts: { ...NONE, clock: clock12(at), date: iso(at), address: url },
      };
    },
  },
  {
    name: "Windows 10 with a date of two readings",
    half: "kept back",
    width: 1366,
    height: 768,
    write: (c) => {
      const at = { ...moment(c), day: c.number(7, 12), month: c.number(1, 6) };
      const user = c.person();
      return {
        style: `${FRAME}${BROWSER}${TABLE}${TRAY}`,
        body: `<main><p>You are signed in as ${user}. Sign out</p>${changes(c, 11)}</main><footer><span>Search</span><div>${clock24(at)}<br>${two(at.day)}/${two(at.month)}/${YEAR}</div></footer>`,
        facts: { ...NONE, clock: clock24(at), user },
      };
    },
  },
  {
    name: "a telephone",
    half: "kept back",
    width: 420,
    height: 860,
    write: (c) => {
      const at = moment(c);
      return {
        style: `body{${GEIST};font-size:15px}.top{display:flex;justify-content:space-between;padding:10px 26px;font-weight:600;font-size:14px}p{padding:0 18px;margin:0 0 14px;line-height:1.4}`,
        body: `<div class=top><span>${clock24(at)}</span><span>5G</span></div>${times(9, () => `<p><b>${c.person()}</b><br>${c.sentence()}</p>`)}`,
        facts: { ...NONE, clock: clock24(at) },
      };
    },
  },
];
