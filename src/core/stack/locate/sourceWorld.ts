import type { OwnCode } from '../own/ownCode';
import type { SourceFile } from './frameTarget';
import type { LearnedRoots } from './learnedRoots';
import type { SourceIndex } from './sourceIndex';
import type { askSources } from './sourceSays';

/** What locating needs of the workspace. */
export interface SourceWorld {
	/** No folders in it: no workspace. */
	readonly index: SourceIndex;

	/** As in the editor if it is open there. Undefined when it cannot be read or is larger than is worth reading. */
	read(file: SourceFile, signal: AbortSignal | undefined): Promise<string | undefined>;

	/** `askSources`, wherever that is carried out. */
	readonly ask: typeof askSources;

	/** Open in an editor, or changed since the last commit. */
	isOpen(file: SourceFile): boolean;

	readonly learned: LearnedRoots;

	/** What the files of the index declare. */
	readonly own: OwnCode;
}
