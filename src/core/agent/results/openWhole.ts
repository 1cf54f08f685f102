import type { AgentContext, KnownRecords, OpenedRecords } from '../context/agentContext';
import { AgentRefusal } from '../tools/refusal';

/** @throws AgentRefusal if the records are incomplete */
export function openWhole(world: AgentContext, records: KnownRecords, signal: AbortSignal): Promise<OpenedRecords> {
	if (records.path === undefined) {
		throw new AgentRefusal({ kind: 'notWhole' });
	}
	return world.open(records, signal);
}
