import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { AgentRefusal } from '../../core/agent/tools/refusal';
import { throwIfAborted } from '../../core/common/cancellation';
import type { Plan } from '../../core/plan/plan';
import { utc, type Zone } from '../../core/plan/range';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import { withoutMarkdown } from '../../vscode/escaping';
import { describeAgentRequest, requestForAgent } from '../../wording/requestMessages';

const { l10n } = vscode;

export type ExportingServices = Pick<
	Services,
	'accounts' | 'applications' | 'engine' | 'exports' | 'running' | 'settings'
>;

const pollMs = 50;
const beginsWithinMs = 10_000;

interface AskedExport {
	readonly plan: Plan;
	readonly zone: Zone;
}

export async function getConfirmation(
	services: ExportingServices,
	input: unknown,
): Promise<vscode.LanguageModelToolConfirmationMessages> {
	try {
		const { plan, zone } = await getPlan(services, input);
		return {
			title: requestForAgent(),
			message: asText(describeAgentRequest(plan, new Date(), zone)),
		};
	} catch (error) {
		const why = error instanceof AgentRefusal ? error.message : '';
		return {
			title: requestForAgent(),
			message: asText([l10n.t('This export is not valid and will be rejected.'), why]),
		};
	}
}

/**
 * Starts an export as if the user had started it. Returns the export's ID without waiting for the export to finish.
 * @throws AgentRefusal if the export is not allowed, even with the user's confirmation
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
	const { plan, zone } = await getPlan(services, input);
	const ofApplication = () => running.all.filter((run) => run.plan.application.id === plan.application.id);
	if (ofApplication().length > 0) {
		throw new AgentRefusal({ kind: 'alreadyRunning' });
	}
	throwIfAborted(signal);
	let isOver = false;
	void runCommand('appErrors.runExport', { account, plan, zone }).then(
		() => (isOver = true),
		() => (isOver = true),
	);
	let folder: string | undefined;
	for (let waited = 0; folder === undefined && !isOver && waited < beginsWithinMs; waited += pollMs) {
		await wait(pollMs);
		folder = ofApplication()[0]?.folder;
	}
	if (folder === undefined && isOver) {
		throw new AgentRefusal({ kind: 'failed', problem: 'not started' });
	}
	const id = folder === undefined ? 'the export' : await engine.call('agentExportId', { folder });
	return `${id}: running. Call list_exports to check its state.`;
}

async function getPlan(
	{ applications, engine, exports, settings }: ExportingServices,
	input: unknown,
): Promise<AskedExport> {
	const id = typeof input === 'object' && input !== null && 'application' in input ? input.application : undefined;
	const zone = typeof id === 'string' ? await exports.zoneFor(id, applications) : utc;
	const { additionalFields } = settings;
	const planned = await engine.call('agentExportPlan', { input, zone, additionalFields });
	if (planned.kind === 'refused') {
		throw new AgentRefusal({ kind: 'text', text: planned.text });
	}
	const plan = planned.answer;
	const known = (await applications.nodes()).find(({ application }) => application.id === plan.application.id);
	const { name } = known?.application ?? {};
	return { plan: { ...plan, application: { ...plan.application, ...(name !== undefined && { name }) } }, zone };
}

/**
 * Returns Markdown that shows the lines unchanged. The lines can contain Markdown syntax, for example in application
 * names.
 */
function asText(lines: readonly string[]): vscode.MarkdownString {
	const words = lines.filter((line) => line !== '').map((line) => withoutMarkdown(line).trim());
	return new vscode.MarkdownString(words.join('\n\n'));
}
