import type { Files } from '../../files/durableFile';
import type { FieldTable } from '../../plan/fields';
import { utc, type Zone } from '../../plan/range';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import type { ExportErrors } from '../download/exportErrors';
import type { ExportProgress, StoredQuestion } from '../model/entry';
import type { HalvingRules } from './splitRules';

export interface ExportWork {
	readonly folder: string;
	readonly stored: StoredQuestion;
	readonly fields: FieldTable;
	readonly exportErrors: ExportErrors;
	readonly rules: HalvingRules;
	readonly files: Files;
	/** Builds the index of the final file. Undefined if the file won't be opened as a table. */
	readonly indexer: RecordsIndexer | undefined;
	readonly now: () => Date;
	readonly started: number;
	/** Aborted when the caller cancels or when another process takes over the export folder. */
	readonly signal: AbortSignal;
	readonly report: (progress: ExportProgress) => void;
}

export function getZone({ stored }: ExportWork): Zone {
	return stored.zone ?? utc;
}
