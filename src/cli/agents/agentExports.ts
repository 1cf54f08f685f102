import { AgentRefusal } from '../../core/agent/tools/refusal';
import { throwIfAborted } from '../../core/common/cancellation';
import { AppError } from '../../core/common/errors';
import { plainText } from '../../core/common/plainText';
import { withinMs } from '../../core/common/withinMs';
import type { Plan } from '../../core/plan/plan';
import { utc, type Zone } from '../../core/plan/range';
import { askForAgent, describeAgentRequest } from '../../wording/requestMessages';
import { usualWaitMinutes } from '../asked/waiting';
import type { World } from '../world/world';
import type { Confirm } from './confirm';

/** An agent does not wait longer to learn that an export has begun (milliseconds). */
const beginsWithinMs = 10_000;
/** Whoever ends the program waits no longer for exports to stop; what they have is on the disk before (milliseconds). */
const stopsWithinMs = 600;

interface AskedExport {
	readonly plan: Plan;
	readonly zone: Zone;
}

interface RunningExport {
	readonly stop: AbortController;
	/** Never rejects. */
	readonly ended: Promise<unknown>;
}

/** Exports that agents ask for: each confirmed by a person, one of an application at a time. */
export class AgentExports implements AsyncDisposable {
	private readonly running = new Map<string, RunningExport>();

	constructor(private readonly world: Pick<World, 'account' | 'engine' | 'libraries' | 'progress'>) {}

	/** Whether there is a service, a token, and a folder to keep records in. */
	get canStart(): boolean {
		return this.world.account.isThere && this.world.libraries.length > 0;
	}

	/**
	 * Begins an export that a person confirms, and does not wait for its end.
	 * @returns its ID for agents
	 * @throws AgentRefusal whatever was confirmed, where it may not be
	 */
	async start(input: unknown, confirm: Confirm | undefined, signal: AbortSignal): Promise<string> {
		const asked = await this.planOf(input, signal);
		const application = asked.plan.application.id;
		this.refuseSecond(application);
		if (!(await confirm?.(messageOf(asked), signal))) {
			throw new AgentRefusal({ kind: 'declined' });
		}
		throwIfAborted(signal);
		// Meanwhile another may have been confirmed.
		this.refuseSecond(application);
		const folder = await this.begin(asked);
		const id =
			folder === undefined ? 'the export' : await this.world.engine.call('agentExportId', { folder }, { signal });
		return `${id}: running. list_exports tells its state.`;
	}

	/** Stops all that run; each can be resumed. */
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

	/** @returns its folder, once there is one; undefined where that takes long */
	private async begin({ plan, zone }: AskedExport): Promise<string | undefined> {
		const { account, engine, libraries, progress } = this.world;
		const [library] = libraries;
		if (library === undefined) {
			throw new AgentRefusal({ kind: 'failed', problem: 'no library' });
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

	/** Within the limits of agents before the service is asked about anything. */
	private async planOf(input: unknown, signal: AbortSignal): Promise<AskedExport> {
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
			throw new AgentRefusal({ kind: 'told', text: planned.text });
		}
		return planned.answer;
	}
}

function messageOf({ plan, zone }: AskedExport): string {
	return [askForAgent(), ...describeAgentRequest(plan, new Date(), zone)].map((line) => plainText(line)).join('\n');
}
