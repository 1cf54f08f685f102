import type { Files } from '../../files/durableFile';
import type { FieldTable } from '../../plan/fields';
import { utc, type Zone } from '../../plan/range';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import type { ExportErrors } from '../download/exportErrors';
import type { ExportProgress, StoredQuestion } from '../model/entry';
import type { HalvingRules } from './halvingRules';

/** One run of an export in its folder, which this process has to itself. */
export interface ExportWork {
	readonly folder: string;
	readonly stored: StoredQuestion;
	readonly fields: FieldTable;
	readonly exportErrors: ExportErrors;
	readonly rules: HalvingRules;
	readonly files: Files;
	/** Of the final file; undefined when nobody will open it as a table. */
	readonly indexer: RecordsIndexer | undefined;
	readonly now: () => Date;
	/** Milliseconds on a clock that never goes back, when the run began. */
	readonly started: number;
	/** Also aborted when the folder is no longer ours. */
	readonly signal: AbortSignal;
	readonly report: (progress: ExportProgress) => void;
}

/** The clock that the question's dates are on, as far as it is known. */
export function zoneOf({ stored }: ExportWork): Zone {
	return stored.zone ?? utc;
}
