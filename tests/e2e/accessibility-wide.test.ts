import { everyScreenIsAccessible } from "../support/every-screen";

everyScreenIsAccessible("wide");
