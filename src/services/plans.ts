import type * as vscode from 'vscode';
import type { Plan } from '../core/plan/plan';
import { stateKeys } from '../ids';
import type { Account } from './accounts';

interface KeptPlans {
	/** Of the last export that was started, per application ID. */
	readonly last: Readonly<Record<string, Plan>>;
	/** Choices made in the wizard and not exported yet, per application ID. */
	readonly drafts: Readonly<Record<string, Plan>>;
	readonly lastApplicationId?: string;
	readonly draftApplicationId?: string;
}

const nothing: KeptPlans = { last: {}, drafts: {} };

/** Remembers what was asked last and what a person was about to ask, per service and application. */
export class Plans {
	constructor(private readonly memento: vscode.Memento) {}

	/** Of one application, or of whichever was exported last. */
	last(account: Account, applicationId?: string): Plan | undefined {
		const kept = this.kept(account);
		const id = applicationId ?? kept.lastApplicationId;
		return id === undefined ? undefined : kept.last[id];
	}

	draft(account: Account, applicationId: string): Plan | undefined {
		return this.kept(account).drafts[applicationId];
	}

	/** Of whichever application the wizard was left at. */
	latestDraft(account: Account): Plan | undefined {
		const { drafts, draftApplicationId } = this.kept(account);
		return draftApplicationId === undefined ? undefined : drafts[draftApplicationId];
	}

	async saveDraft(account: Account, plan: Plan): Promise<void> {
		const kept = this.kept(account);
		const id = plan.application.id;
		await this.save(account, { ...kept, drafts: { ...kept.drafts, [id]: plan }, draftApplicationId: id });
	}

	/** The plan was carried out, so nothing is left half chosen. */
	async saveLast(account: Account, plan: Plan): Promise<void> {
		const kept = this.kept(account);
		const { [plan.application.id]: _, ...drafts } = kept.drafts;
		await this.save(account, {
			last: { ...kept.last, [plan.application.id]: plan },
			drafts,
			lastApplicationId: plan.application.id,
		});
	}

	private kept({ service }: Account): KeptPlans {
		return this.memento.get<Record<string, KeptPlans>>(stateKeys.plans, {})[service] ?? nothing;
	}

	private async save({ service }: Account, kept: KeptPlans): Promise<void> {
		const all = this.memento.get<Record<string, KeptPlans>>(stateKeys.plans, {});
		await this.memento.update(stateKeys.plans, { ...all, [service]: kept });
	}
}
