import { baseName } from '../../common/baseName';
import type { CooperativeTask } from '../../common/cooperativeTask';
import { Scheduler } from '../../common/scheduler';
import type { Frame } from '../trace/model';
import { callEvidence } from './callEvidence';
import { type NamesInFile, namesInFile } from './declarations';
import { functionNames } from './frameNames';
import type { FrameQuestion } from './frameTarget';
import type { FileFacts } from './initializers';
import { type PlacedLine, placeLine } from './lineMapping';
import type { Outline } from './outline/declaration';
import { getFamily } from './outline/language';
import { readingOutline } from './outline/readOutline';
import { getSwiftTypes, type SwiftType } from './swiftTypes';

export interface SourceText {
	readonly path: string;
	readonly text: string | undefined;
}

export interface SourceEvidence extends Pick<NamesInFile, 'namespace' | 'shared' | 'holdsType'> {
	readonly functions: number;
	readonly hasCode: boolean;
	readonly tellsNamespace: boolean;
	readonly placed: PlacedLine;
	readonly swiftTypes: readonly SwiftType[];
}

/** Compares candidate source files with the given frame. Throws `cancelled`. */
export async function readSourceEvidence(
	question: FrameQuestion,
	sources: readonly SourceText[],
	signal: AbortSignal,
): Promise<readonly SourceEvidence[]> {
	const scheduler = new Scheduler(signal);
	const said: SourceEvidence[] = [];
	for (const source of sources) {
		said.push((await scheduler.run(askingSource(question, source))).result);
	}
	return said;
}

export function* askingSource(question: FrameQuestion, { path, text }: SourceText): CooperativeTask<SourceEvidence> {
	const outline = yield* readingOutline(path, text ?? '');
	const family = getFamily(path);
	const frame = family === 'javascript' ? withConstructor(question.frame, outline) : question.frame;
	const wanted = functionNames(frame);
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
		swiftTypes: family === 'swift' && frame.file === undefined ? getSwiftTypes(frame, path, outline, functions) : [],
		placed: text === undefined ? unreadLine(frame) : placeLine({ ...question, frame }, wanted, names, facts),
	};
}

/** Corrects a frame from Firefox or Safari, which print a constructor as a function with the name of its class. */
function withConstructor(frame: Frame, { types, members }: Outline): Frame {
	const { type, method } = frame.enclosing ?? {};
	const isClass = types.some(({ name, kind }) => kind === 'type' && name === method);
	return type !== '' || method === undefined || !isClass || members.some(({ name }) => name === method)
		? frame
		: { ...frame, enclosing: { type: method, method: 'constructor' }, flags: [...frame.flags, 'constructor'] };
}

function unreadLine({ line1 }: Frame): PlacedLine {
	return line1 === undefined
		? { line1: 1, lineMapping: { kind: 'beginning' }, inFunction: false }
		: { line1, lineMapping: { kind: 'asReported' }, inFunction: false };
}
