import { readFileSync } from 'node:fs';
import type { Workbench } from './workbench';

interface Manifest {
	readonly contributes: { readonly keybindings: readonly { readonly key: string }[] };
}

export function keysOfExtension(): readonly string[] {
	const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
	return [...new Set(contributes.keybindings.map(({ key }) => key))];
}

/** Presses keys and returns the commands that VS Code runs for them. */
export class KeyPresses {
	private invoked: string[] = [];

	static async record(workbench: Workbench): Promise<KeyPresses> {
		const presses = new KeyPresses(workbench);
		workbench.page.on('console', (message) => {
			const [, command] = /\[KeybindingService\]: \+ Invoking command (\S+?)\.?$/.exec(message.text().trim()) ?? [];
			if (command) presses.invoked.push(command);
		});
		await workbench.runCommand('Developer: Toggle Keyboard Shortcuts Troubleshooting');
		return presses;
	}

	private constructor(private readonly workbench: Workbench) {}

	async press(key: string): Promise<readonly string[]> {
		const { page } = this.workbench;
		this.invoked = [];
		for (const step of chordOf(key)) await page.keyboard.press(step);
		// VS Code logs the command only after the key event, or after the webview has forwarded the event.
		await page.waitForTimeout(60);
		return this.invoked;
	}

	isFocused(selector: string): Promise<boolean> {
		return this.workbench.page.evaluate<boolean>(
			`document.activeElement?.closest(${JSON.stringify(selector)}) != null`,
		);
	}
}

function chordOf(key: string): string[] {
	const names: Readonly<Record<string, string>> = {
		ctrl: 'Control',
		shift: 'Shift',
		alt: 'Alt',
		down: 'ArrowDown',
		up: 'ArrowUp',
	};
	return key.split(' ').map((step) =>
		step
			.split('+')
			.map((name) => names[name] ?? (/^f\d+$/.test(name) ? name.toUpperCase() : name))
			.join('+'),
	);
}
