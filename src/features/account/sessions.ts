import * as vscode from 'vscode';
import type { Account, AccountSecret, Accounts } from '../../services/accounts';
import { DisposableOwner } from '../../shared/disposables';

type SessionsChange = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/** Authentication provider for the Accounts menu. Each account has one session, whose ID is the account's ID. */
export class Sessions extends DisposableOwner implements vscode.AuthenticationProvider {
	private readonly changed = this.owned.add(new vscode.EventEmitter<SessionsChange>());
	readonly onDidChangeSessions = this.changed.event;

	/** Sessions as last reported to VS Code. Undefined until VS Code first requests the sessions. */
	private reported: ReadonlyMap<string, vscode.AuthenticationSession> | undefined;
	/** Comparisons with the reported sessions run one after another, so that no change is reported twice. */
	private comparing: Promise<void> = Promise.resolve();

	constructor(
		private readonly accounts: Accounts,
		private readonly signIn: () => Promise<Account | undefined>,
	) {
		super();
		this.owned.add(
			accounts.onDidChange(() => {
				this.comparing = this.comparing.then(() => this.compare());
			}),
		);
	}

	async getSessions(
		_scopes: readonly string[] | undefined,
		{ account }: vscode.AuthenticationProviderSessionOptions = {},
	): Promise<vscode.AuthenticationSession[]> {
		const sessions = await this.read();
		this.reported ??= sessions;
		return [...sessions.values()].filter((session) => !account || session.account.id === account.id);
	}

	async createSession(): Promise<vscode.AuthenticationSession> {
		const account = await this.signIn();
		const secret = account && (await this.accounts.secret(account.id));
		if (!secret) {
			// VS Code treats only this error as a cancellation by the user.
			throw new vscode.CancellationError();
		}
		return toSession(secret);
	}

	removeSession(id: string): Promise<void> {
		return this.accounts.remove(id);
	}

	private async read(): Promise<ReadonlyMap<string, vscode.AuthenticationSession>> {
		return new Map((await this.accounts.allSecrets()).map((secret) => [secret.id, toSession(secret)]));
	}

	private async compare(): Promise<void> {
		const reported = this.reported ?? new Map<string, vscode.AuthenticationSession>();
		const sessions = await this.read();
		this.reported = sessions;
		const added = [...sessions.values()].filter(({ id }) => !reported.has(id));
		const removed = [...reported.values()].filter(({ id }) => !sessions.has(id));
		const changed = [...sessions.values()].filter((session) => {
			const before = reported.get(session.id);
			return before && (before.accessToken !== session.accessToken || before.account.label !== session.account.label);
		});
		if (added.length + removed.length + changed.length > 0) {
			this.changed.fire({ added, removed, changed });
		}
	}
}

function toSession({ id, label, token }: AccountSecret): vscode.AuthenticationSession {
	return { id, accessToken: token, account: { id, label }, scopes: [] };
}
