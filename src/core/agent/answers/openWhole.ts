import { AgentRefusal } from '../tools/refusal';
import type { AgentWorld, KnownRecords, OpenedRecords } from '../world/agentWorld';

/** @throws AgentRefusal of records that are not whole */
export function openWhole(world: AgentWorld, records: KnownRecords, signal: AbortSignal): Promise<OpenedRecords> {
	if (records.path === undefined) {
		throw new AgentRefusal({ kind: 'notWhole' });
	}
	return world.open(records, signal);
}
