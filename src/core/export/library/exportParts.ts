import type { KeyedQueue } from '../../common/keyedQueue';
import type { Files } from '../../files/durableFile';
import type { ExportLocks } from '../../locks/exportLock';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import type { ExportErrors } from '../download/exportErrors';
import type { HalvingRules } from '../slices/halvingRules';

/** What exports of one process share. */
export interface ExportParts {
	readonly exportErrors: ExportErrors;
	readonly queue: KeyedQueue;
	/** See `RunningExports`; kept up to date here. */
	readonly running: Set<string>;
	readonly locks: Pick<ExportLocks, 'isLocked' | 'tryLock' | 'lock'>;
	readonly rules?: HalvingRules;
	readonly now?: () => Date;
	/** Milliseconds that the service's clock is ahead of this machine's, as its last answer told; undefined before one has. */
	readonly clockAhead?: () => number | undefined;
	readonly files?: Files;
	readonly indexer?: RecordsIndexer;
}
