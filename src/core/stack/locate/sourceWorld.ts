import type { OwnCode } from '../own/ownCode';
import type { SourceFile } from './frameTarget';
import type { LearnedRoots } from './learnedRoots';
import type { readSourceEvidence } from './sourceEvidence';
import type { SourceIndex } from './sourceIndex';

export interface SourceWorld {
	/** Index of the source files. Has no folders if no workspace is open. */
	readonly index: SourceIndex;

	/** Returns the content with unsaved changes. Returns undefined if the file can't be read or is too large. */
	read(file: SourceFile, signal: AbortSignal | undefined): Promise<string | undefined>;

	readonly ask: typeof readSourceEvidence;

	/** Whether the file is open in an editor or has uncommitted changes. */
	isOpen(file: SourceFile): boolean;

	readonly learned: LearnedRoots;

	readonly own: OwnCode;
}
