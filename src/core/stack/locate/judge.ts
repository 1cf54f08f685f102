import { framePath, type PathLikeness, pathLikeness } from '../trace/framePath';
import type { Frame } from '../trace/model';
import type { SourceFile } from './frameTarget';
import { namesModule } from './packages';
import type { SourceEvidence } from './sourceEvidence';

export interface Judged extends SourceEvidence {
	readonly file: SourceFile;
	readonly path: PathLikeness;
	readonly sameCase: boolean;
	readonly inModule: boolean;
	readonly inOtherTarget: boolean;
	/** Whether the frame's path is relative to a package and the file may belong to another package. */
	readonly inPackage: boolean;
	/**
	 * Whether the file is in the package of the frame's `package:` URL. `contradicts` means that it is in another
	 * package.
	 */
	readonly dartPackage: 'equal' | 'unknown' | 'contradicts';
	readonly learned: boolean;
	readonly sameProject: boolean;
	readonly open: boolean;
	readonly test: boolean;
	readonly unread: boolean;
}

export interface FrameCircumstances
	extends Pick<Judged, 'dartPackage' | 'learned' | 'sameProject' | 'open' | 'unread'> {
	readonly swiftTarget: string | undefined;
}

export function judge(
	frame: Frame,
	file: SourceFile,
	says: SourceEvidence,
	{ swiftTarget, ...circumstances }: FrameCircumstances,
): Judged {
	const { segments, dartPackage } = framePath(frame.file);
	const parts = file.path.split('/');
	const inModule =
		frame.kind === 'native' &&
		namesModule(swiftTarget === undefined ? parts.slice(0, -1) : [swiftTarget], frame.module);
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

const testFolder =
	/^(?:tests?|testing|specs?|__tests__|e2e|mocks?|__mocks__|fixtures?|\w{1,60}Tests?|\w{1,60}[._-]tests?)$/i;
const madeFolder = /^(?:generated|gen|\.generated)$/i;

function isTestSource(parts: readonly string[]): boolean {
	return parts.slice(0, -1).some((part) => testFolder.test(part) || madeFolder.test(part));
}
