import type { ReadingToolName } from '../../core/agent/agentAnswers';
import { type AgentToolName, agentInstructions, agentTools } from '../../core/agent/tools/agentTools';
import { AgentRefusal } from '../../core/agent/tools/refusal';
import type { InputSchema } from '../../core/agent/tools/schema';
import { untilAborted } from '../../core/common/cancellation';
import { AppError, isCancellation } from '../../core/common/errors';
import { agentToolNames, agentToolPrefix } from '../../ids';
import type { World } from '../world/world';
import { AgentExports } from './agentExports';
import type { Confirm } from './confirm';

/** A tool as an agent is told of it. */
interface OfferedTool {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly inputSchema: InputSchema;
	/** Neither changes anything nor leaves the machine. */
	readonly readOnly: boolean;
}

interface ToolReply {
	readonly text: string;
	/** There is no answer; the text says what to do next. */
	readonly isRefused: boolean;
}

interface Asking {
	/** Undefined where nobody can be asked. */
	readonly confirm: Confirm | undefined;
	readonly signal: AbortSignal;
}

/** What agents outside of an editor are offered and told, whatever they speak. */
export class AgentDoor implements AsyncDisposable {
	/** For whoever has a place for it. */
	readonly instructions = agentInstructions;
	private readonly exports: AgentExports;
	/** What the engine was last told that the sources declare, as JSON. */
	private declared = '';

	/** @param personalColumns That a person declared to be, besides those that the service's document knows. */
	constructor(
		private readonly world: World,
		private readonly personalColumns: readonly string[] = [],
	) {
		this.exports = new AgentExports(world);
	}

	/** @param canConfirm Whether a person can be asked: nothing is asked of a service without. */
	offered(canConfirm: boolean): readonly OfferedTool[] {
		return agentToolNames
			.filter((name) => name !== 'start_export' || (canConfirm && this.exports.canStart))
			.map((name) => ({ ...agentTools[name], name: agentToolPrefix + name }));
	}

	/** @returns undefined for a tool that is not offered */
	async call(name: string, input: unknown, { confirm, signal }: Asking): Promise<ToolReply | undefined> {
		const isOffered = this.offered(confirm !== undefined).some((tool) => tool.name === name);
		const tool = agentToolNames.find((known) => agentToolPrefix + known === name);
		if (!isOffered || !tool) {
			return undefined;
		}
		try {
			return { text: await this.answer(tool, input, confirm, signal), isRefused: false };
		} catch (error) {
			return { text: this.refusalOf(error, tool).message, isRefused: true };
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.exports[Symbol.asyncDispose]();
	}

	private answer(
		tool: AgentToolName,
		input: unknown,
		confirm: Confirm | undefined,
		signal: AbortSignal,
	): Promise<string> {
		return tool === 'start_export' ? this.exports.start(input, confirm, signal) : this.read(tool, input, signal);
	}

	private async read(tool: ReadingToolName, input: unknown, signal: AbortSignal): Promise<string> {
		if (tool !== 'list_exports') {
			await untilAborted(this.declare(), signal);
		}
		const { personalColumns } = this;
		const { engine, libraries } = this.world;
		const reply = await engine.call('agentAnswer', { tool, input, libraries, personalColumns }, { signal });
		if (reply.kind === 'refused') {
			throw new AgentRefusal({ kind: 'told', text: reply.text });
		}
		return reply.answer.text;
	}

	/** Groups are made by what the sources declare, so it is known before they are. */
	private async declare(): Promise<void> {
		const { own } = await this.world.framesOfNow();
		const declared = JSON.stringify(own.names);
		if (declared !== this.declared) {
			await this.world.engine.call('ownNames', { names: own.names });
			this.declared = declared;
		}
	}

	/** What went wrong may hold paths, names and words of others. */
	private refusalOf(error: unknown, tool: AgentToolName): AgentRefusal {
		if (error instanceof AgentRefusal) {
			return error;
		}
		const problem = error instanceof AppError ? error.problem.kind : 'unexpected';
		if (!isCancellation(error)) {
			this.world.progress.note(`${tool}: ${problem}`);
		}
		return new AgentRefusal(
			problem === 'signedOut' || problem === 'unauthorized' ? { kind: 'signedOut' } : { kind: 'failed', problem },
		);
	}
}
