import type { FieldTable } from '../../plan/fields';
import type { Question } from '../../plan/plan';
import type { BodyConsumer } from '../../service/exportBody';
import type { ExportProgress } from '../model/entry';
import type { WrittenRecords } from './consumeBody';

/** Requests records and returns the result of `consume`, which may be called more than once. */
export type ExportErrors = (
	question: Question,
	consume: BodyConsumer<WrittenRecords>,
	signal: AbortSignal,
	onState: (progress: ExportProgress) => void,
	fields: FieldTable,
	/** True if an identical request was queued before. The service may then have the records ready. */
	isQueued: boolean,
) => Promise<WrittenRecords>;
