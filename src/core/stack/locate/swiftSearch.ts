import { throwIfAborted } from '../../common/cancellation';
import { Scheduler } from '../../common/scheduler';
import { isLibraryFrame } from '../own/libraryFrame';
import { hasWord } from '../trace/characters';
import type { Frame } from '../trace/model';
import { functionNames, typeFileNames, typeNames } from './frameNames';
import type { FrameQuestion, Located, SourceFile } from './frameTarget';
import type { Judged } from './judge';
import { judgeFiles, readAtOnce, readFiles } from './judgeFiles';
import { maxSourceLength } from './outline/maxSourceLength';
import { isOwnProgram } from './ownProgram';
import { getChoice, resolveTarget } from './resolveTarget';
import type { SourceIndex } from './sourceIndex';
import type { SourceWorld } from './sourceWorld';
import { type Likeness, likenesses, type SwiftType } from './swiftTypes';

/** Maximum number of Swift files to search per frame. Files named after the frame's type come first. */
export const maxSearched = 2_000;
const maxTextLength = 32 * 1024 ** 2;

const swift: ReadonlySet<string> = new Set(['swift']);

interface Candidate extends SwiftType {
	readonly judged: Judged;
}

interface TypeMatch {
	readonly candidates: readonly Candidate[];
	readonly whole: boolean;
}

interface Possible {
	readonly judged: Judged;
	readonly likeness: Likeness;
	readonly declaration: SwiftType['functions'][number];
}

/** Returns true if the frame has a Swift type but no file. The function can be in any file that extends the type. */
export function isSearched({ kind, file, type = '', text }: Frame, index: SourceIndex): boolean {
	const isOther = type === '' || type.includes('::') || /[-+]\[|kfun:/.test(text);
	return kind === 'native' && file === undefined && !isOther && index.holds('swift');
}

/**
 * Finds a Swift function. Returns undefined if no file declares the type. Throws `cancelled`, or the error that
 * `world.read` throws when it is aborted.
 */
export async function searchSwift(
	question: FrameQuestion,
	world: SourceWorld,
	signal: AbortSignal,
): Promise<Located | undefined> {
	const { frame } = question;
	const type = typeNames(frame, 'swift').names.join('.');
	const { names, isConstructor } = functionNames(frame);
	const [name] = names;
	if (name === undefined || !isSearched(frame, world.index) || isLibraryFrame(frame, world.own.declares)) {
		return undefined;
	}
	const { candidates, whole } = await declaring(question, world, signal);
	const possible = functionsOf(candidates, frame);
	const certain = getCertain(possible, whole);
	if (certain !== undefined && (await isOwnProgram(certain, question, world, signal))) {
		return { kind: 'target', target: resolveTarget(certain, frame, false) };
	}
	if (possible.length > 0) {
		const files = [...new Set(possible.map(({ judged }) => judged))];
		return getChoice(files, { by: 'type', frame, only: false });
	}
	const isDeclared = candidates.some(({ likeness }) => likeness !== 'maybe');
	if (!isDeclared) {
		return whole ? undefined : { kind: 'none', reason: { kind: 'notFound', name: type, capped: true } };
	}
	// Swift can generate initializers and deinitializers. They are located at the declaration of the type.
	const isMade = isConstructor || name === 'deinit';
	return isMade ? undefined : { kind: 'none', reason: { kind: 'functionMissing', type, name, capped: !whole } };
}

async function declaring(question: FrameQuestion, world: SourceWorld, signal: AbortSignal): Promise<TypeMatch> {
	const { files, whole } = filesToRead(question.frame, world.index);
	const word = typeNames(question.frame, 'swift').names.at(-1) ?? '';
	const scheduler = new Scheduler(signal);
	const found: Candidate[] = [];
	let allRead = whole;
	let length = 0;
	for (let start = 0; start < files.length; start += readAtOnce) {
		throwIfAborted(signal);
		if (length > maxTextLength) {
			return { candidates: likeliestOf(found), whole: false };
		}
		const read = await readFiles(files.slice(start, start + readAtOnce), world, signal);
		allRead &&= read.every(
			({ text }) => text !== undefined && (text.length <= maxSourceLength || !hasWord(text, word)),
		);
		length += read.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
		const speaking = read.filter(({ text }) => text !== undefined && hasWord(text, word));
		for (const judged of speaking.length > 0 ? await judgeFiles(question, speaking, world, signal) : []) {
			found.push(...judged.swiftTypes.map((type) => ({ judged, ...type })));
		}
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	return { candidates: likeliestOf(found), whole: allRead };
}

function filesToRead(
	frame: Frame,
	index: SourceIndex,
): { readonly files: readonly SourceFile[]; readonly whole: boolean } {
	const named = typeFileNames(frame).flatMap((name) => index.ofType(name, swift));
	const all = new Map([...named, ...index.spread(swift, maxSearched + 1)].map((file) => [file.uri, file]));
	return { files: [...all.values()].slice(0, maxSearched), whole: all.size <= maxSearched && !index.capped };
}

function likeliestOf(found: readonly Candidate[]): readonly Candidate[] {
	const best = likenesses.find((wanted) => found.some(({ likeness }) => likeness === wanted));
	return found.filter(({ likeness }) => likeness === best);
}

function functionsOf(candidates: readonly Candidate[], frame: Frame): readonly Possible[] {
	const { parameters } = functionNames(frame);
	const own = candidates.flatMap(({ judged, likeness, functions }) =>
		functions.map((declaration): Possible => ({ judged, likeness, declaration })),
	);
	const withCode = own.filter(({ declaration }) => declaration.hasCode);
	const all = withCode.length > 0 ? withCode : own;
	const same = all.filter(({ declaration }) => parameters !== undefined && declaration.parameters === parameters);
	return same.length > 0 ? same : all;
}

/**
 * Returns the file of the only matching function or, if several functions match, the only file in the frame's module.
 */
function getCertain(possible: readonly Possible[], whole: boolean): Judged | undefined {
	const [first, ...others] = possible;
	if (first !== undefined && others.length === 0 && whole && first.likeness !== 'maybe') {
		return first.judged;
	}
	const [own, ...rivals] = possible.filter(({ judged, likeness }) => judged.inModule || likeness === 'inModule');
	return rivals.length === 0 ? own?.judged : undefined;
}
