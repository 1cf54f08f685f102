import type { ReadingToolName } from '../../core/agent/agentAnswers';
import { type AgentToolName, agentInstructions, agentTools } from '../../core/agent/tools/agentTools';
import { AgentRefusal } from '../../core/agent/tools/refusal';
import type { InputSchema } from '../../core/agent/tools/schema';
import { untilAborted } from '../../core/common/cancellation';
import { AppError, isCancellation } from '../../core/common/errors';
import { agentToolNames, agentToolPrefix } from '../../ids';
import type { CliContext } from '../context/cliContext';
import { AgentExports } from './agentExports';
import type { Prompt, PromptResponse } from './prompt';

interface OfferedTool {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly inputSchema: InputSchema;
	/** True if the tool neither changes data nor sends requests. */
	readonly readOnly: boolean;
}

type ToolReply = { readonly text: string; readonly isRefused: boolean } | { readonly prompt: Prompt };

interface ToolCall {
	/** Whether the client can prompt the user. If not, tools that send requests to the service are not available. */
	readonly canConfirm: boolean;
	readonly response: PromptResponse | undefined;
	readonly signal: AbortSignal;
}

export class McpSession implements AsyncDisposable {
	readonly instructions = agentInstructions;
	private readonly exports: AgentExports;
	private declared = '';

	/** @param personalColumns Columns with personal data, in addition to those listed in the service document */
	constructor(
		private readonly context: CliContext,
		private readonly personalColumns: readonly string[] = [],
	) {
		this.exports = new AgentExports(context);
	}

	offered(canConfirm: boolean): readonly OfferedTool[] {
		return agentToolNames
			.filter((name) => name !== 'start_export' || (canConfirm && this.exports.canStart))
			.map((name) => ({ ...agentTools[name], name: agentToolPrefix + name }));
	}

	async call(name: string, input: unknown, { canConfirm, response, signal }: ToolCall): Promise<ToolReply | undefined> {
		const isOffered = this.offered(canConfirm).some((tool) => tool.name === name);
		const tool = agentToolNames.find((known) => agentToolPrefix + known === name);
		if (!isOffered || !tool) {
			return undefined;
		}
		try {
			if (tool !== 'start_export') {
				return { text: await this.read(tool, input, signal), isRefused: false };
			}
			return response
				? { text: await this.exports.start(response, signal), isRefused: false }
				: { prompt: await this.exports.prepare(input, signal) };
		} catch (error) {
			return { text: this.refusalOf(error, tool).message, isRefused: true };
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.exports[Symbol.asyncDispose]();
	}

	private async read(tool: ReadingToolName, input: unknown, signal: AbortSignal): Promise<string> {
		if (tool !== 'list_exports') {
			await untilAborted(this.declare(), signal);
		}
		const { personalColumns } = this;
		const { engine, libraries, folder, suspectSearch: git } = this.context;
		const request = { tool, input, libraries, personalColumns, workspaceFolders: [folder], git };
		const reply = await engine.call('agentAnswer', request, { signal });
		if (reply.kind === 'refused') {
			throw new AgentRefusal({ kind: 'text', text: reply.text });
		}
		return reply.answer.text;
	}

	private async declare(): Promise<void> {
		const { own } = await this.context.framesOfNow();
		const declared = JSON.stringify(own.names);
		if (declared !== this.declared) {
			await this.context.engine.call('ownNames', { names: own.names });
			this.declared = declared;
		}
	}

	/** Describes an error to the agent. Omits the error message, which may contain paths, names, or third-party text. */
	private refusalOf(error: unknown, tool: AgentToolName): AgentRefusal {
		if (error instanceof AgentRefusal) {
			return error;
		}
		const problem = error instanceof AppError ? error.problem.kind : 'unexpected';
		if (!isCancellation(error)) {
			this.context.progress.note(`${tool}: ${problem}`);
		}
		return new AgentRefusal(
			problem === 'signedOut' || problem === 'unauthorized' ? { kind: 'signedOut' } : { kind: 'failed', problem },
		);
	}
}
