import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { AgentRefusal } from '../../core/agent/tools/refusal';
import { throwIfAborted } from '../../core/common/cancellation';
import type { Plan } from '../../core/plan/plan';
import { utc, type Zone } from '../../core/plan/range';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import { withoutMarkdown } from '../../vscode/escaping';
import { askForAgent, describeAgentRequest } from '../../wording/requestMessages';

const { l10n } = vscode;

export type ExportingServices = Pick<
	Services,
	'accounts' | 'applications' | 'engine' | 'exports' | 'running' | 'settings'
>;

/** Between two looks whether an export has begun, and how long it is looked for (milliseconds). */
const lookMs = 50;
const beginsWithinMs = 10_000;

interface AskedExport {
	readonly plan: Plan;
	readonly zone: Zone;
}

/** What a person confirms before an agent has records exported; there for every input. */
export async function confirmationOf(
	services: ExportingServices,
	input: unknown,
): Promise<vscode.LanguageModelToolConfirmationMessages> {
	try {
		const { plan, zone } = await planOf(services, input);
		return {
			title: askForAgent(),
			message: asText(describeAgentRequest(plan, new Date(), zone)),
		};
	} catch (error) {
		const why = error instanceof AgentRefusal ? error.message : '';
		return {
			title: askForAgent(),
			message: asText([l10n.t('What is asked for cannot be exported, and will be refused.'), why]),
		};
	}
}

/**
 * Begins an export as a person would, and does not wait for its end.
 * @returns its ID for agents
 * @throws AgentRefusal whatever was confirmed, where it may not be
 */
export async function startExport(services: ExportingServices, input: unknown, signal: AbortSignal): Promise<string> {
	const { accounts, engine, running } = services;
	if (!vscode.workspace.isTrusted) {
		throw new AgentRefusal({ kind: 'untrusted' });
	}
	const account = await accounts.current();
	if (!account) {
		throw new AgentRefusal({ kind: 'signedOut' });
	}
	const { plan, zone } = await planOf(services, input);
	const ofApplication = () => running.all.filter((run) => run.plan.application.id === plan.application.id);
	if (ofApplication().length > 0) {
		throw new AgentRefusal({ kind: 'alreadyRunning' });
	}
	throwIfAborted(signal);
	let isOver = false;
	// Whatever goes wrong is shown to the person.
	void runCommand('appErrors.runExport', { account, plan, zone }).then(
		() => (isOver = true),
		() => (isOver = true),
	);
	let folder: string | undefined;
	for (let waited = 0; folder === undefined && !isOver && waited < beginsWithinMs; waited += lookMs) {
		await wait(lookMs);
		folder = ofApplication()[0]?.folder;
	}
	if (folder === undefined && isOver) {
		throw new AgentRefusal({ kind: 'failed', problem: 'not begun' });
	}
	const id = folder === undefined ? 'the export' : await engine.call('agentExportId', { folder });
	return `${id}: running. list_exports tells its state.`;
}

async function planOf(
	{ applications, engine, exports, settings }: ExportingServices,
	input: unknown,
): Promise<AskedExport> {
	const id = typeof input === 'object' && input !== null && 'application' in input ? input.application : undefined;
	const zone = typeof id === 'string' ? await exports.zoneFor(id, applications) : utc;
	const { additionalFields } = settings;
	const planned = await engine.call('agentExportPlan', { input, zone, additionalFields });
	if (planned.kind === 'refused') {
		throw new AgentRefusal({ kind: 'told', text: planned.text });
	}
	const plan = planned.answer;
	const known = (await applications.nodes()).find(({ application }) => application.id === plan.application.id);
	const { name } = known?.application ?? {};
	return { plan: { ...plan, application: { ...plan.application, ...(name !== undefined && { name }) } }, zone };
}

/** Names of applications and values of filters stay text. */
function asText(lines: readonly string[]): vscode.MarkdownString {
	const words = lines.filter((line) => line !== '').map((line) => withoutMarkdown(line).trim());
	return new vscode.MarkdownString(words.join('\n\n'));
}
