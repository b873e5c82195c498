import { everyScreenIsAccessible } from "../support/every-screen";

everyScreenIsAccessible("phone", { scripts: false });
