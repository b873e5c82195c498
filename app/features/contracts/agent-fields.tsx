import { type Common, NumberField, SelectField, TextField } from "~/ui/form/field";

const names = ["agent_id", "commission_rate", "commission_reason"] as const;

/** The agent of a contract with their commission; nothing in an office without agents. */
export function AgentFields({
  field,
  agents,
  storedAgent,
  hint,
}: {
  field: (name: (typeof names)[number]) => Common;
  agents: [id: number, label: string][];
  /** The present agent's name, if somebody else changed it meanwhile. */
  storedAgent?: string;
  /** What an empty rate means. */
  hint: string;
}) {
  if (agents.length === 0) return null;
  const isOpen = names.some((name) => field(name).field.initialValue || field(name).field.errors);
  return (
    <details className="field wide" open={isOpen}>
      <summary>الوكيل وعمولته</summary>
      <div className="fields">
        <SelectField {...field("agent_id")} storedValue={storedAgent} choices={agents} empty="بلا وكيل" />
        <NumberField {...field("commission_rate")} hint={hint} />
        <TextField {...field("commission_reason")} wide />
      </div>
    </details>
  );
}
