import { randomBytes } from 'node:crypto';
import { isCancellation, isProblem } from '../common/errors';
import type { AgentContext } from './context/agentContext';
import type { References } from './context/references';
import { formatComparison } from './results/formatComparison';
import { formatErrorsAt } from './results/formatErrorsAt';
import { formatExports } from './results/formatExports';
import { formatGroup } from './results/formatGroup';
import { formatGroups } from './results/formatGroups';
import { formatRecords } from './results/formatRecords';
import { formatTrace } from './results/formatTrace';
import { type AnswerContent, type AnswerText, answerText } from './text/answerText';
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

/** Minimum length of an answer, in characters, even if an editor requests a smaller limit. */
const leastLength = 1_500;

export interface AgentQuestion<N extends ReadingToolName = ReadingToolName> {
	readonly tool: N;
	readonly input: unknown;
	readonly budget?: number | undefined;
}

/** @throws AgentRefusal without any text from records or the service, or AppError `cancelled` */
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

/** Replaces errors whose messages could contain paths, names or untrusted text. */
function withoutForeignWords(error: unknown): unknown {
	if (error instanceof AgentRefusal || isCancellation(error)) {
		return error;
	}
	const kinds = ['unreadable', 'disk', 'slowPattern', 'invalidPattern', 'engineStopped'] as const;
	const kind = kinds.find((known) => isProblem(error, known)) ?? 'unexpected';
	return new AgentRefusal({ kind: 'failed', problem: kind });
}
