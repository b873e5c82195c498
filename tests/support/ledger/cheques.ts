import type { Receipt } from "./model";
import { every, type Step, type World } from "./world";

/** Steps of cheques in hand: a bank collects them, and that is taken back. They owe nobody anything. */
export function chequeSteps(world: World, pathOf: (receipt: Receipt) => string) {
  const { ledger, client } = world;

  async function move(receipt: Receipt, deed: "collect" | "uncollect"): Promise<Step> {
    const event_date = world.sentDay(receipt);
    const day = world.dayOf(receipt, event_date);
    const bank_account_id = world.banks.get(receipt.currency.code);
    const isReady =
      receipt.isInHand && receipt.isConfirmed && Boolean(receipt.collectedOn) === (deed === "uncollect");
    return {
      name: `${deed} the cheque of receipt ${receipt.id} on ${day}`,
      isAllowed: every(isReady, world.mayBeOn(receipt, day, [ledger.keyOf(receipt)])),
      answer: await client.post(`${pathOf(receipt)}/${deed}`, {
        event_date,
        ...(deed === "collect" && { bank_account_id }),
      }),
      apply() {
        receipt.collectedOn = deed === "collect" ? day : "";
        ledger.touch(receipt, day);
      },
    };
  }

  return (receipt: Receipt) => {
    const usual = receipt.collectedOn ? "uncollect" : "collect";
    return move(receipt, world.random(8) ? usual : world.pick(["collect", "uncollect"]));
  };
}
