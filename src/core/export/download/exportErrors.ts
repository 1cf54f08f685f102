import type { FieldTable } from '../../plan/fields';
import type { Question } from '../../plan/plan';
import type { BodyConsumer } from '../../service/exportBody';
import type { ExportProgress } from '../model/entry';
import type { WrittenRecords } from './consumeBody';

/** Asks the service, and gives what the consumer made of the answer. The consumer may be called more than once. */
export type ExportErrors = (
	question: Question,
	consume: BodyConsumer<WrittenRecords>,
	signal: AbortSignal,
	onState: (progress: ExportProgress) => void,
	/** Knows every field of the question, and orders them the same each time. */
	fields: FieldTable,
) => Promise<WrittenRecords>;
