import type { OwnCode } from '../own/ownCode';
import type { SourceFile } from './frameTarget';
import type { LearnedRoots } from './learnedRoots';
import type { readSourceEvidence } from './sourceEvidence';
import type { SourceIndex } from './sourceIndex';

export interface SourceWorld {
	readonly index: SourceIndex;

	/** Returns the content, including unsaved changes. Returns undefined if the file is too large or can't be read. */
	read(file: SourceFile, signal: AbortSignal | undefined): Promise<string | undefined>;

	readonly ask: typeof readSourceEvidence;

	isOpen(file: SourceFile): boolean;

	readonly learned: LearnedRoots;

	readonly own: OwnCode;
}
