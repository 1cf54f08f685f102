import type { Steps } from '../../common/steps';
import { framePath, type PathLikeness, pathLikeness } from '../trace/framePath';
import type { Frame } from '../trace/model';
import { callEvidence } from './callEvidence';
import { type NamesInFile, namesInFile } from './declarations';
import { functionNames } from './frameNames';
import { type FileFacts, type PlacedLine, placeLine } from './lineFate';
import type { FrameQuestion, SourceFile } from './model';
import type { Outline } from './outline/declaration';
import { familyOf } from './outline/language';
import { readingOutline } from './outline/readOutline';
import { isTestSource } from './sourceSet';

/** All that is known of a file that may be a frame's. */
export interface Judged {
	readonly file: SourceFile;
	readonly names: NamesInFile;
	readonly path: PathLikeness;
	readonly outline: Outline;
	readonly placed: PlacedLine;
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
export interface Circumstances extends Pick<Judged, 'dartPackage' | 'learned' | 'sameProject' | 'open'> {
	/** Of the package of Swift that the file is in. */
	readonly swiftTarget: string | undefined;
}

export function* judging(
	question: FrameQuestion,
	file: SourceFile,
	text: string | undefined,
	{ swiftTarget, ...circumstances }: Circumstances,
): Steps<Judged> {
	const { frame } = question;
	const { segments, dartPackage } = framePath(frame.file);
	const outline = yield* readingOutline(file.path, text ?? '');
	const functions = functionNames(frame);
	const parts = file.path.split('/');
	const base = parts.at(-1) ?? '';
	const family = familyOf(file.path);
	const names = namesInFile(frame, functions, outline, family, base.slice(0, base.lastIndexOf('.')));
	let split: readonly string[] | undefined;
	const lines = () => {
		split ??= (text ?? '').split('\n');
		return split;
	};
	const facts: FileFacts = {
		outline,
		family,
		text: () => lines()[(frame.line1 ?? 0) - 1] ?? '',
		evidence: () => callEvidence(question, file.path, lines()),
	};
	const unread = text === undefined;
	const inModule =
		frame.kind === 'native' && isInModule(frame.module, swiftTarget === undefined ? parts.slice(0, -1) : [swiftTarget]);
	return {
		file,
		names,
		outline,
		path: pathLikeness(segments, parts),
		// A file that was not read may have any number of lines.
		placed: unread ? unreadLine(frame) : placeLine(question, functions, names, facts),
		inModule,
		inOtherTarget: swiftTarget !== undefined && !inModule,
		inPackage: dartPackage !== undefined && circumstances.dartPackage !== 'equal',
		sameCase: segments.at(-1) === base,
		test: isTestSource(parts),
		unread,
		...circumstances,
	};
}

function unreadLine({ line1 }: Frame): PlacedLine {
	return line1 === undefined
		? { line1: 1, fate: { kind: 'beginning' }, inFunction: false }
		: { line1, fate: { kind: 'asTold' }, inFunction: false };
}

function isInModule(module: string | undefined, names: readonly string[]): boolean {
	const wanted = module === undefined ? '' : plain(module);
	return wanted !== '' && names.some((name) => plain(name) === wanted);
}

/** Modules have underscores where folders and images have spaces and dashes. */
function plain(name: string): string {
	return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
