import { framePath, type PathLikeness, pathLikeness } from '../trace/framePath';
import type { Frame } from '../trace/model';
import type { SourceFile } from './frameTarget';
import type { SourceSays } from './sourceSays';
import { isTestSource } from './sourceSet';

/** All that is known of a file that may be a frame's. */
export interface Judged extends SourceSays {
	readonly file: SourceFile;
	readonly path: PathLikeness;
	/** Its base name has the capitals of the frame's. */
	readonly sameCase: boolean;
	/** It is of the target of Swift that is the frame's module, or a folder of its path is called so. */
	readonly inModule: boolean;
	/** It is of another target of Swift. */
	readonly inOtherTarget: boolean;
	/** The frame's path is one within a package, and nothing says that the file is of it. */
	readonly inPackage: boolean;
	/** What the package of a `package:` address says to the file's. */
	readonly dartPackage: 'equal' | 'unknown' | 'contradicts';
	readonly learned: boolean;
	readonly sameProject: boolean;
	readonly open: boolean;
	readonly test: boolean;
	/** Nothing was read: too large, gone, not a text. */
	readonly unread: boolean;
}

/** What of it comes from elsewhere. */
export interface FrameCircumstances
	extends Pick<Judged, 'dartPackage' | 'learned' | 'sameProject' | 'open' | 'unread'> {
	/** Of the package of Swift that the file is in. */
	readonly swiftTarget: string | undefined;
}

export function judge(
	frame: Frame,
	file: SourceFile,
	says: SourceSays,
	{ swiftTarget, ...circumstances }: FrameCircumstances,
): Judged {
	const { segments, dartPackage } = framePath(frame.file);
	const parts = file.path.split('/');
	const inModule =
		frame.kind === 'native' && isInModule(frame.module, swiftTarget === undefined ? parts.slice(0, -1) : [swiftTarget]);
	return {
		file,
		...says,
		path: pathLikeness(segments, parts),
		inModule,
		inOtherTarget: swiftTarget !== undefined && !inModule,
		inPackage: dartPackage !== undefined && circumstances.dartPackage !== 'equal',
		sameCase: segments.at(-1) === parts.at(-1),
		test: isTestSource(parts),
		...circumstances,
	};
}

function isInModule(module: string | undefined, names: readonly string[]): boolean {
	const wanted = module === undefined ? '' : plain(module);
	return wanted !== '' && names.some((name) => plain(name) === wanted);
}

/** Modules have underscores where folders and images have spaces and dashes. */
function plain(name: string): string {
	return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
