import * as vscode from 'vscode';
import type { ReadingToolName } from '../../core/agent/agentAnswers';
import type { AgentToolName } from '../../core/agent/tools/agentTools';
import { AgentRefusal } from '../../core/agent/tools/refusal';
import { AppError, isCancellation } from '../../core/common/errors';
import type { SuspectSearch } from '../../core/suspects/suspects';
import { agentToolNames, agentToolPrefix } from '../../ids';
import type { Services } from '../../services/services';
import { toAbortSignal } from '../../vscode/cancellation';
import { logFault } from '../../vscode/logFault';
import { type ExportingServices, getConfirmation, startExport } from './startExport';

/** Estimated number of characters per token. Used if VS Code limits the size of a result in tokens. */
const charactersOfToken = 3;

export class AgentTools {
	constructor(private readonly services: ExportingServices & Pick<Services, 'log' | 'revisions'>) {}

	/** Prepares a tool call. Starting an export must be confirmed each time. All other tools only read records. */
	async prepare(name: string, input: unknown): Promise<vscode.PreparedToolInvocation | undefined> {
		return toolOf(name) === 'start_export'
			? { confirmationMessages: await getConfirmation(this.services, input) }
			: undefined;
	}

	/**
	 * Runs a tool.
	 * @throws Error with instructions for the agent. Its message contains no text from records or from the service
	 */
	async invoke(
		name: string,
		{
			input,
			tokenizationOptions,
		}: Pick<vscode.LanguageModelToolInvocationOptions<unknown>, 'input' | 'tokenizationOptions'>,
		token: vscode.CancellationToken,
	): Promise<vscode.LanguageModelToolResult> {
		const tool = toolOf(name);
		const budget = tokenizationOptions && tokenizationOptions.tokenBudget * charactersOfToken;
		const text = await this.answer(tool, input, budget, token).catch((error) => {
			if (error instanceof AgentRefusal || isCancellation(error)) {
				throw error;
			}
			logFault(this.services.log, `agent: ${tool}`, error);
			const problem = error instanceof AppError ? error.problem.kind : 'unexpected';
			throw new AgentRefusal({ kind: 'failed', problem });
		});
		return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
	}

	private async answer(
		tool: AgentToolName,
		input: unknown,
		budget: number | undefined,
		token: vscode.CancellationToken,
	): Promise<string> {
		const signal = toAbortSignal(token);
		return tool === 'start_export'
			? startExport(this.services, input, signal)
			: this.read({ tool, input, budget }, signal);
	}

	private async read(
		question: { readonly tool: ReadingToolName; readonly input: unknown; readonly budget: number | undefined },
		signal: AbortSignal,
	): Promise<string> {
		const { engine, exports, settings } = this.services;
		const personalColumns = settings.personalFields;
		const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
		const workspaceFolders = folders.map(({ uri }) => uri.fsPath);
		const git = question.tool === 'get_group' ? await this.suspectSearch(folders[0]?.uri) : undefined;
		const reply = await engine.call(
			'agentAnswer',
			{ ...question, libraries: exports.roots, personalColumns, workspaceFolders, git },
			{ signal },
		);
		if (reply.kind === 'refused') {
			throw new AgentRefusal({ kind: 'text', text: reply.text });
		}
		return reply.answer.text;
	}

	private async suspectSearch(folder: vscode.Uri | undefined): Promise<SuspectSearch | undefined> {
		const search = folder && (await this.services.revisions.suspectSearch(folder, ''));
		return typeof search === 'string' ? undefined : search;
	}
}

function toolOf(name: string): AgentToolName {
	const tool = agentToolNames.find((known) => agentToolPrefix + known === name);
	if (!tool) {
		throw new AgentRefusal({ kind: 'failed', problem: 'no such tool' });
	}
	return tool;
}
