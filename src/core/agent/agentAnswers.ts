import { randomBytes } from 'node:crypto';
import { isCancellation, isProblem } from '../common/errors';
import type { AgentContext, KnownRecords } from './context/agentContext';
import type { References } from './context/references';
import { describeRecords } from './results/describeRecords';
import { formatComparison } from './results/formatComparison';
import { formatErrorsAt } from './results/formatErrorsAt';
import { formatGroup } from './results/formatGroup';
import { formatGroups } from './results/formatGroups';
import { formatRecords } from './results/formatRecords';
import { formatTrace } from './results/formatTrace';
import { type AnswerContent, type AnswerText, answerText } from './text/answerText';
import { countText } from './text/hostText';
import { type AgentToolName, maxAnswerLength, type ToolInput } from './tools/agentTools';
import { readInput } from './tools/readInput';
import { AgentRefusal } from './tools/refusal';

export type ReadingToolName = Exclude<AgentToolName, 'start_export'>;

type Answering<N extends ReadingToolName> = (
	world: AgentContext,
	references: References,
	input: ToolInput<N>,
	signal: AbortSignal,
) => Promise<AnswerContent>;

const answering: { readonly [N in ReadingToolName]: Answering<N> } = {
	list_exports: formatExports,
	top_groups: formatGroups,
	get_group: formatGroup,
	compare: formatComparison,
	search_records: formatRecords,
	errors_at: formatErrorsAt,
	read_trace: formatTrace,
};

/**
 * Lowest limit for the length of an answer, in characters. Lower limits that editors request are raised to this value.
 */
const leastLength = 1_500;

export interface AgentQuestion<N extends ReadingToolName = ReadingToolName> {
	readonly tool: N;
	readonly input: unknown;
	readonly budget?: number | undefined;
}

/** @throws AgentRefusal or AppError `cancelled`. Their messages contain no text from records or the service. */
export async function agentAnswer<N extends ReadingToolName>(
	{ tool, input, budget = maxAnswerLength }: AgentQuestion<N>,
	world: AgentContext,
	references: References,
	signal: AbortSignal,
): Promise<AnswerText> {
	const answer: Answering<N> = answering[tool];
	const length = Math.max(leastLength, Math.min(budget, maxAnswerLength));
	try {
		const content = await answer(world, references, readInput(tool, input), signal);
		return answerText(content, length, randomBytes(6).toString('base64url'));
	} catch (error) {
		throw withoutForeignWords(error);
	}
}

/** Replaces an error whose message could contain a path, a name, or untrusted text. */
function withoutForeignWords(error: unknown): unknown {
	if (error instanceof AgentRefusal || isCancellation(error)) {
		return error;
	}
	const kinds = ['unreadable', 'disk', 'slowPattern', 'invalidPattern', 'engineStopped'] as const;
	const kind = kinds.find((known) => isProblem(error, known)) ?? 'unexpected';
	return new AgentRefusal({ kind: 'failed', problem: kind });
}

async function formatExports(
	world: AgentContext,
	references: References,
	{ application, limit }: ToolInput<'list_exports'>,
	signal: AbortSignal,
): Promise<AnswerContent> {
	const all = await world.list(signal);
	const listed = all.filter((records) => application === undefined || records.application.id === application);
	const applications = new Set(listed.map((records) => records.application.id)).size;
	const now = world.now();
	return {
		head: [`exports: ${countText(listed.length)} of ${countText(applications)} applications, newest first`],
		rows: listed.slice(0, limit).map((records) => {
			const id = references.exportId(records);
			return { line: describeRecords(id, records, now), texts: getNames(id, records) };
		}),
		rest: (rows) =>
			rows < listed.length
				? `not shown: ${countText(listed.length - rows)} older exports; use ${application === undefined ? 'application=… or ' : ''}a higher limit`
				: '',
	};
}

const mostOfName = 120;

function getNames(id: string, { application, name = '', filters }: KnownRecords) {
	return [
		{ label: `${id}.application`, text: application.name ?? '', most: mostOfName },
		{ label: `${id}.name`, text: name, most: mostOfName },
		{ label: `${id}.filters`, text: filters.map(({ value }) => value).join(' | '), most: mostOfName },
	];
}
