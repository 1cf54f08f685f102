import type { ExportParts } from '../../export/library/exportParts';
import type { ExportProgress } from '../../export/model/entry';
import type { Files } from '../../files/durableFile';
import type { FieldTable } from '../../plan/fields';
import type { Calendars } from '../model/days';

/** What an update of a set works with. */
export interface DayWork {
	/** Of the set, which this process has to itself. */
	readonly folder: string;
	readonly fields: FieldTable;
	readonly parts: ExportParts;
	readonly files: Files;
	readonly calendars: Calendars;
	readonly now: Date;
	readonly signal: AbortSignal;
	readonly report: (progress: ExportProgress) => void;
}
