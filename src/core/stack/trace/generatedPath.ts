import { isHash } from './buildHash';
import { embeddedBundles } from './bundledFrame';

/** Folders in which build services check out source code. An asterisk matches any name or the rest of a name. */
const checkouts: readonly (readonly string[])[] = [
	'home/runner/work/*/*',
	'Users/runner/work/*/*',
	'a/*/*',
	'a/1/s',
	'home/vsts/work/*/s',
	'Users/runner/work/*/s',
	'builds/*/*',
	'vercel/path*',
	'opt/build/repo',
	'opt/atlassian/pipelines/agent/build',
	'codebuild/output/*/src',
	'bitrise/src',
	'Users/vagrant/git',
	'home/circleci/project',
	'root/project',
	'Users/distiller/project',
	'github/workspace',
	'home/expo/workingdir/build',
	'Users/expo/workingdir/build',
	'__w/*/*',
	'agent/_work/*/s',
	'azp/_work/*/s',
	'mnt/vss/_work/*/s',
	'BuildAgent/work/*',
	'opt/buildagent/work/*',
	'buildkite/builds/*/*/*',
	'var/lib/buildkite-agent/builds/*/*/*',
	'drone/src',
	'home/semaphore/*',
	'home/travis/build/*/*',
	'Users/travis/build/*/*',
	'Volumes/workspace/repository',
	'tmp/cirrus-ci-build',
	'var/lib/jenkins/workspace/*',
	'var/jenkins_home/workspace/*',
	'usr/src/app',
	'var/task',
	'tmp/build_*',
	'workspaces/*',
	'workspace',
	'app',
].map((path) => path.split('/'));

/** Folders in which devices install apps or store their data. An asterisk matches any name. */
const installations: readonly (readonly string[])[] = [
	'data/user/*/*/files/versions/*',
	'data/data/*/files/versions/*',
	'data/app/~~*/*',
	'data/app/*',
	'data/data/*',
	'data/user/*/*',
	'data/user_de/*/*',
	'mnt/expand/*/app/*/*',
].map((path) => path.split('/'));

/** Removes the folders of the build machine or device. Returns undefined if they can't be recognized. */
export function withoutMachineFolders(folders: readonly string[]): readonly string[] | undefined {
	// Apps are installed in `Containers/Bundle/Application/<UUID>/Shop.app` (Apple) or `app.asar` (Electron).
	const bundle = folders.findLastIndex(
		(folder, index) => folder.endsWith('.app') || folder.startsWith('app.asar') || folders[index - 1] === 'Application',
	);
	if (bundle !== -1) {
		return folders.slice(bundle + 1);
	}
	const root = [...installations, ...checkouts].find((path) => begins(folders, path));
	return root && folders.slice(root.length);
}

function begins(folders: readonly string[], path: readonly string[]): boolean {
	return path.every((name, index) => {
		const folder = folders[index];
		return folder !== undefined && (name.endsWith('*') ? folder.startsWith(name.slice(0, -1)) : folder === name);
	});
}

/** Returns true if the name of a folder is a hash. A name with fewer than 16 characters must be hexadecimal. */
export function isGeneratedFolder(folder: string): boolean {
	return (
		folder.endsWith('==') ||
		(folder.length >= 8 && /^(?=[\da-f]{0,128}[a-f])(?=[\da-f]{0,128}\d)[\da-f]{8,128}$/i.test(folder)) ||
		(folder.length >= 16 && isHash(folder) && /\d/.test(folder) && /[A-Za-z]/.test(folder))
	);
}

/** Returns the name of the embedded bundle that a downloaded update replaces. Updates have other file names. */
export function updatedBundle(file: string): string | undefined {
	const isUpdate =
		file.includes('/.expo-internal/') || /(?:^|\/)bundle-[\da-f]{8}-[\da-f-]{27}\.(?:js)?bundle$/i.test(file);
	if (!isUpdate) {
		return undefined;
	}
	return /^\/data\/(?:data|user|user_de)\//.test(file) ? embeddedBundles.android : embeddedBundles.apple;
}
