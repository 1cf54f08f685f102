import type { KeyedQueue } from '../../common/keyedQueue';
import type { Files } from '../../files/durableFile';
import type { ExportLocks } from '../../locks/exportLock';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import type { HalvingRules } from '../chunks/splitRules';
import type { ExportErrors } from '../download/exportErrors';

export interface ExportDependencies {
	readonly exportErrors: ExportErrors;
	readonly queue: KeyedQueue;
	/** Folder names of the exports that are running in this process. Each export adds and removes its own name. */
	readonly running: Set<string>;
	readonly locks: Pick<ExportLocks, 'isLocked' | 'tryLock' | 'lock'>;
	readonly rules?: HalvingRules;
	readonly now?: () => Date;
	/**
	 * Returns the time of the service's clock minus the time of the local clock, in milliseconds. Returns undefined before
	 * the first response.
	 */
	readonly clockAhead?: () => number | undefined;
	readonly files?: Files;
	readonly indexer?: RecordsIndexer;
}
