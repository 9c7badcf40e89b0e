import { takeScreenshots } from "../../../../packages/site/test/browser/take-screenshots.ts";
import { SHOTS } from "./views.ts";

takeScreenshots(new URL("../../screenshots/", import.meta.url), SHOTS);
