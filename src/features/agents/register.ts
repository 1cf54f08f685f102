import type * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { AgentTools } from './agentTools';
import { askInChat } from './askInChat';
import { followExports } from './hasExports';
import { setUpAgents } from './setUpAgents';

export function register(services: Services): vscode.Disposable & { readonly tools: AgentTools } {
	const store = new DisposableStore();
	store.add(followExports(services));
	store.add(services.commands.register('appErrors.askAgent', (subject) => askInChat(services, subject)));
	store.add(services.commands.register('appErrors.setUpAgents', () => setUpAgents(services)));
	return { tools: new AgentTools(services), dispose: () => store.dispose() };
}
