import type { ExportDependencies } from '../../export/library/exportDependencies';
import type { ExportProgress } from '../../export/model/entry';
import type { Files } from '../../files/durableFile';
import type { FieldTable } from '../../plan/fields';
import type { Calendars } from '../model/days';

export interface DayWork {
	/** Folder of the synced set. This process holds the folder's lock. */
	readonly folder: string;
	readonly fields: FieldTable;
	readonly dependencies: ExportDependencies;
	readonly files: Files;
	readonly calendars: Calendars;
	readonly now: Date;
	readonly signal: AbortSignal;
	readonly report: (progress: ExportProgress) => void;
}
