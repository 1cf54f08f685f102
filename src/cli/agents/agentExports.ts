import { randomUUID } from 'node:crypto';
import { AgentRefusal } from '../../core/agent/tools/refusal';
import { throwIfAborted } from '../../core/common/cancellation';
import { AppError } from '../../core/common/errors';
import { plainText } from '../../core/common/plainText';
import { withinMs } from '../../core/common/withinMs';
import type { Plan } from '../../core/plan/plan';
import { utc, type Zone } from '../../core/plan/range';
import { describeAgentRequest, requestForAgent } from '../../wording/requestMessages';
import type { CliContext } from '../context/cliContext';
import { usualWaitMinutes } from '../options/waiting';
import type { Prompt, PromptResponse } from './prompt';

const beginsWithinMs = 10_000;
/**
 * Time in milliseconds to wait for running exports on exit. It is short, because received records are already on disk.
 */
const stopsWithinMs = 600;
const maxPrepared = 20;

interface AskedExport {
	readonly plan: Plan;
	readonly zone: Zone;
}

interface RunningExport {
	readonly stop: AbortController;
	readonly ended: Promise<unknown>;
}

export class AgentExports implements AsyncDisposable {
	private readonly running = new Map<string, RunningExport>();
	private readonly prepared = new Map<string, AskedExport>();

	constructor(private readonly world: Pick<CliContext, 'account' | 'engine' | 'libraries' | 'progress'>) {}

	get canStart(): boolean {
		return this.world.account.isThere && this.world.libraries.length > 0;
	}

	/**
	 * Returns the prompt to show to the user before an export.
	 * @throws AgentRefusal if the export is not allowed, even with the user's confirmation
	 */
	async prepare(input: unknown, signal: AbortSignal): Promise<Prompt> {
		const planned = await this.getPlan(input, signal);
		this.refuseSecond(planned.plan.application.id);
		const id = randomUUID();
		this.prepared.set(id, planned);
		const [oldest] = this.prepared.keys();
		if (this.prepared.size > maxPrepared && oldest !== undefined) {
			this.prepared.delete(oldest);
		}
		return { id, message: messageOf(planned) };
	}

	/** Starts an export that the user has confirmed. A confirmation is valid once and only for the displayed export. */
	async start({ promptId = '', isAccepted }: PromptResponse, signal: AbortSignal): Promise<string> {
		const prepared = this.prepared.get(promptId);
		this.prepared.delete(promptId);
		if (!isAccepted || !prepared) {
			throw new AgentRefusal({ kind: 'declined' });
		}
		throwIfAborted(signal);
		// While the prompt was open, the user may have confirmed another export of the same application.
		this.refuseSecond(prepared.plan.application.id);
		const folder = await this.begin(prepared);
		const id =
			folder === undefined ? 'the export' : await this.world.engine.call('agentExportId', { folder }, { signal });
		return `${id}: running. Call list_exports to check its state.`;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		const running = [...this.running.values()];
		for (const { stop } of running) {
			stop.abort();
		}
		if (running.length > 0) {
			await withinMs(Promise.all(running.map(({ ended }) => ended)), stopsWithinMs);
		}
	}

	private refuseSecond(application: string): void {
		if (this.running.has(application)) {
			throw new AgentRefusal({ kind: 'alreadyRunning' });
		}
	}

	private async begin({ plan, zone }: AskedExport): Promise<string | undefined> {
		const { account, engine, libraries, progress } = this.world;
		const [library] = libraries;
		if (library === undefined) {
			throw new AgentRefusal({ kind: 'failed', problem: 'no export folder' });
		}
		const { id } = plan.application;
		const stop = new AbortController();
		const order = {
			account: account.ref,
			plan,
			zone,
			additionalFields: [],
			library,
			waitLimitMinutes: usualWaitMinutes,
		};
		const { signal } = stop;
		let begun: (folder: string) => void = () => undefined;
		const folder = new Promise<string>((resolve) => {
			begun = resolve;
		});
		const run = engine.call('runExport', order, {
			signal,
			untilEnded: true,
			onProgress: (step) => step.state === 'begun' && begun(step.folder),
		});
		const ended = run
			.catch((error: unknown) => {
				if (!signal.aborted) {
					progress.note(`export of ${id}: ${error instanceof AppError ? error.problem.kind : 'unexpected'}`);
				}
			})
			.finally(() => this.running.delete(id));
		this.running.set(id, { stop, ended });
		const notBegun = run.then(({ folder }) => folder);
		return withinMs(Promise.race([folder, notBegun]), beginsWithinMs);
	}

	private async getPlan(input: unknown, signal: AbortSignal): Promise<AskedExport> {
		const { account, engine } = this.world;
		const within = await this.planOn(utc, input, signal);
		const { applications } = await engine.call('listApplications', { account: account.ref }, { signal });
		const { id } = within.application;
		const { name, zone = utc } = applications.find((application) => application.id === id) ?? {};
		const plan = await this.planOn(zone, input, signal);
		return { plan: { ...plan, application: { id, ...(name !== undefined && { name }) } }, zone };
	}

	private async planOn(zone: Zone, input: unknown, signal: AbortSignal): Promise<Plan> {
		const planned = await this.world.engine.call('agentExportPlan', { input, zone, additionalFields: [] }, { signal });
		if (planned.kind === 'refused') {
			throw new AgentRefusal({ kind: 'text', text: planned.text });
		}
		return planned.answer;
	}
}

function messageOf({ plan, zone }: AskedExport): string {
	return [requestForAgent(), ...describeAgentRequest(plan, new Date(), zone)].map((line) => plainText(line)).join('\n');
}
