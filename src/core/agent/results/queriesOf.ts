import type { RecordQueries, RecordQuery } from '../../../shared/recordsApi';
import type { QueriedRecords } from '../../report/viewFacts';
import type { OpenedRecords } from '../context/agentContext';

export function queriesOf(opened: OpenedRecords, signal: AbortSignal): QueriedRecords {
	return {
		query: <Q extends RecordQuery>(name: Q, params: RecordQueries[Q]['params']) => opened.ask(name, params, signal),
	};
}
