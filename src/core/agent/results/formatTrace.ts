import { Scheduler } from '../../common/scheduler';
import { groupFingerprint } from '../../stack/grouping/groupFingerprint';
import { TraceGrouping } from '../../stack/grouping/groupKey';
import { OwnFrameTest } from '../../stack/own/ownFrameTest';
import { readingTraces } from '../../stack/texts/readTraces';
import { type FailingThread, failingThread, headerText } from '../../stack/trace/failingThread';
import { frameText } from '../../stack/trace/frameLines';
import type { Trace } from '../../stack/trace/model';
import type { AgentContext } from '../context/agentContext';
import type { References } from '../context/references';
import type { AnswerContent, AnswerRow } from '../text/answerText';
import { countText } from '../text/hostText';
import type { ToolInput } from '../tools/agentTools';
import { AgentRefusal } from '../tools/refusal';
import { describeFramePlace } from './frameLocation';
import { groupTexts } from './groupTexts';

const maxReadingMs = 2_000;
const maxTraces = 5;
const mostOf = { frame: 200, header: 500 };
const key = { kind: 'frames' } as const;

export async function formatTrace(
	world: AgentContext,
	_references: References,
	{ text, frames: maxFrames }: ToolInput<'read_trace'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const { result, cutShort } = await new Scheduler(signal).run(readingTraces(text, 'any', undefined), maxReadingMs);
	if (result.length === 0) {
		throw new AgentRefusal({ kind: 'noTrace' });
	}
	const rows: AnswerRow[] = [];
	let left = 0;
	for (const [place, { trace }] of result.slice(0, maxTraces).entries()) {
		const id = `t${place + 1}`;
		const failing = failingThread(trace);
		const { frames } = failing;
		const shown = frames.slice(0, maxFrames);
		const located = await world.locate(shown, trace, signal);
		left += frames.length - shown.length;
		rows.push(headRow(id, trace, failing, world));
		for (const [index, frame] of shown.entries()) {
			const label = `${id}.f${index + 1}`;
			const where = located[index];
			rows.push({
				line: `${label}: ${where ? describeFramePlace(where) : 'not searched'}`,
				texts: [{ label, text: frameText(frame, trace), most: mostOf.frame }],
			});
		}
	}
	return {
		head: [
			`stack traces: ${countText(result.length)}${cutShort ? '; the text takes too long to parse, so some may be missing' : ''}`,
		],
		rows,
		rest: (fitting) => {
			const more = left + rows.length - fitting;
			return more > 0
				? `not shown: ${countText(more)} frames; use a higher number of frames (maximum 60), or pass one stack trace per call`
				: '';
		},
	};
}

function headRow(id: string, trace: Trace, { frames, headers }: FailingThread, { own }: AgentContext): AnswerRow {
	const { group } = new TraceGrouping(trace, new OwnFrameTest(own()));
	return {
		line: `${id}: ${trace.platform} · ${countText(frames.length)} frames`,
		texts: [
			{ label: `${id}.headers`, text: headers.map(headerText).join('\n'), most: mostOf.header },
			...groupTexts(`${id}.group`, key, { value: group, detail: '', firstVersion: '', lastVersion: '' }),
			{ label: `${id}.group.fingerprint`, text: groupFingerprint(key, group), most: 16 },
			{ label: `${id}.group.frames`, text: group.frames.join('\n'), most: mostOf.header },
		],
	};
}
