import { randomBytes } from 'node:crypto';
import { isCancellation, isProblem } from '../common/errors';
import { tellComparison } from './answers/tellComparison';
import { tellErrorsAt } from './answers/tellErrorsAt';
import { tellExports } from './answers/tellExports';
import { tellGroup } from './answers/tellGroup';
import { tellGroups } from './answers/tellGroups';
import { tellRecords } from './answers/tellRecords';
import { type AnswerContent, type AnswerText, answerText } from './text/answerText';
import { type AgentToolName, maxAnswerLength, type ToolInput } from './tools/agentTools';
import { readInput } from './tools/readInput';
import { AgentRefusal } from './tools/refusal';
import type { AgentWorld } from './world/agentWorld';
import type { References } from './world/references';

/** What only reads what is on this machine. */
export type ReadingToolName = Exclude<AgentToolName, 'start_export'>;

type Answering<N extends ReadingToolName> = (
	world: AgentWorld,
	references: References,
	input: ToolInput<N>,
	signal: AbortSignal,
) => Promise<AnswerContent>;

const answering: { readonly [N in ReadingToolName]: Answering<N> } = {
	list_exports: tellExports,
	top_groups: tellGroups,
	get_group: tellGroup,
	compare: tellComparison,
	search_records: tellRecords,
	errors_at: tellErrorsAt,
};

/** An answer has at least so much room, whatever an editor allows. */
const leastLength = 1_500;

/** One question of an agent. */
export interface AgentQuestion<N extends ReadingToolName = ReadingToolName> {
	readonly tool: N;
	/** As it was given, unchecked. */
	readonly input: unknown;
	/** Characters of the answer at most; `maxAnswerLength` if none is given. */
	readonly budget?: number | undefined;
}

/**
 * Answers an agent.
 * @throws AgentRefusal, in whose words nothing is of a record or of the service; AppError `cancelled`
 */
export async function agentAnswer<N extends ReadingToolName>(
	{ tool, input, budget = maxAnswerLength }: AgentQuestion<N>,
	world: AgentWorld,
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

/** What went wrong may hold paths, names and words of others. */
function withoutForeignWords(error: unknown): unknown {
	if (error instanceof AgentRefusal || isCancellation(error)) {
		return error;
	}
	const kinds = ['unreadable', 'disk', 'slowPattern', 'invalidPattern', 'engineStopped'] as const;
	const kind = kinds.find((known) => isProblem(error, known)) ?? 'unexpected';
	return new AgentRefusal({ kind: 'failed', problem: kind });
}
