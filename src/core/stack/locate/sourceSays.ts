import { baseName } from '../../common/baseName';
import { Pace } from '../../common/pace';
import type { Steps } from '../../common/steps';
import type { Frame } from '../trace/model';
import { callEvidence } from './callEvidence';
import { type NamesInFile, namesInFile } from './declarations';
import { functionNames } from './frameNames';
import type { FrameQuestion } from './frameTarget';
import { type FileFacts, type PlacedLine, placeLine } from './lineFate';
import { familyOf } from './outline/language';
import { readingOutline } from './outline/readOutline';
import { type SwiftType, swiftTypesOf } from './swiftTypes';

/** A source that a frame may be of. */
export interface SourceText {
	/** From its workspace folder, with forward slashes. */
	readonly path: string;
	/** Undefined where it could not be read. */
	readonly text: string | undefined;
}

/** What the text of a source says to a frame; of any text it is short. */
export interface SourceSays extends Pick<NamesInFile, 'namespace' | 'shared' | 'holdsType'> {
	/** How many functions, constructors and values there are of the frame's name where its type is. */
	readonly functions: number;
	/** Whether one of them is more than its declaration. */
	readonly hasCode: boolean;
	/** Whether files of this language say which package or namespace they are of. */
	readonly tellsNamespace: boolean;
	readonly placed: PlacedLine;
	/** Types of Swift that may be the frame's; none where the frame names its file. */
	readonly swiftTypes: readonly SwiftType[];
}

/**
 * Asks sources one after the other, in turns.
 * @throws AppError `cancelled`
 */
export async function askSources(
	question: FrameQuestion,
	sources: readonly SourceText[],
	signal: AbortSignal,
): Promise<readonly SourceSays[]> {
	const pace = new Pace(signal);
	const said: SourceSays[] = [];
	for (const source of sources) {
		said.push((await pace.through(askingSource(question, source))).result);
	}
	return said;
}

export function* askingSource(question: FrameQuestion, { path, text }: SourceText): Steps<SourceSays> {
	const { frame } = question;
	const outline = yield* readingOutline(path, text ?? '');
	const wanted = functionNames(frame);
	const family = familyOf(path);
	const base = baseName(path);
	const names = namesInFile(frame, wanted, outline, family, base.slice(0, base.lastIndexOf('.')));
	let split: readonly string[] | undefined;
	const lines = () => {
		split ??= (text ?? '').split('\n');
		return split;
	};
	const facts: FileFacts = {
		outline,
		family,
		text: () => lines()[(frame.line1 ?? 0) - 1] ?? '',
		evidence: () => callEvidence(question, path, lines()),
	};
	const { namespace, shared, holdsType, functions } = names;
	return {
		namespace,
		shared,
		holdsType,
		functions: functions.length,
		hasCode: functions.some((declaration) => declaration.hasCode),
		tellsNamespace: outline.tellsNamespace,
		swiftTypes: family === 'swift' && frame.file === undefined ? swiftTypesOf(frame, path, outline, functions) : [],
		// A file that was not read may have any number of lines.
		placed: text === undefined ? unreadLine(frame) : placeLine(question, wanted, names, facts),
	};
}

function unreadLine({ line1 }: Frame): PlacedLine {
	return line1 === undefined
		? { line1: 1, fate: { kind: 'beginning' }, inFunction: false }
		: { line1, fate: { kind: 'asTold' }, inFunction: false };
}
