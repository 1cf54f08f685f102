import { oddTexts } from '../../world/oddTexts';
import { type DartFrame, gap, inPackage, obfuscated, thrown } from '../dart';
import type { ErrorKinds } from '../errorKind';
import type { WorkspaceFrame } from '../frame';
import { flutterFrames as frames } from './frames';

const own = (frame: WorkspaceFrame): DartFrame => inPackage('notes', frame);

const buildPhase: readonly DartFrame[] = [
	'StatefulElement.build (package:flutter/src/widgets/framework.dart:5833:27)',
	'ComponentElement.performRebuild (package:flutter/src/widgets/framework.dart:5723:15)',
	'StatefulElement.performRebuild (package:flutter/src/widgets/framework.dart:5884:11)',
	'Element.rebuild (package:flutter/src/widgets/framework.dart:5435:7)',
	'BuildScope._tryRebuild (package:flutter/src/widgets/framework.dart:2695:15)',
	'BuildScope._flushDirtyElements (package:flutter/src/widgets/framework.dart:2752:11)',
	'BuildOwner.buildScope (package:flutter/src/widgets/framework.dart:3056:18)',
	'WidgetsBinding.drawFrame (package:flutter/src/widgets/binding.dart:1259:21)',
	'RendererBinding._handlePersistentFrameCallback (package:flutter/src/rendering/binding.dart:495:5)',
	'SchedulerBinding._invokeFrameCallback (package:flutter/src/scheduler/binding.dart:1438:15)',
	'SchedulerBinding.handleDrawFrame (package:flutter/src/scheduler/binding.dart:1351:9)',
	'SchedulerBinding._handleDrawFrame (package:flutter/src/scheduler/binding.dart:1204:5)',
	'_invoke (dart:ui/hooks.dart:331:13)',
	'PlatformDispatcher._drawFrame (dart:ui/platform_dispatcher.dart:444:5)',
	'_drawFrame (dart:ui/hooks.dart:303:31)',
];

const httpSend: readonly DartFrame[] = [
	'IOClient.send (package:http/src/io_client.dart:156:7)',
	gap,
	'BaseClient._sendUnstreamed (package:http/src/base_client.dart:93:32)',
	gap,
	'_withClient (package:http/http.dart:166:12)',
	gap,
];

const reading: readonly DartFrame[] = [own(frames.loadNotes), gap];
const saving: readonly DartFrame[] = [own(frames.push), gap];

/** Notes, on both systems. */
export const flutterKinds: ErrorKinds = [
	thrown(
		'FormatException',
		(draws) => `FormatException: Unexpected end of input (at character ${draws.between(2, 90_000)})\n`,
		[
			'_ChunkedJsonParser.fail (dart:convert-patch/convert_patch.dart:1472:5)',
			'_ChunkedJsonParser.close (dart:convert-patch/convert_patch.dart:523:7)',
			'_parseJson (dart:convert-patch/convert_patch.dart:36:10)',
			'JsonDecoder.convert (dart:convert/json.dart:641:36)',
			'JsonCodec.decode (dart:convert/json.dart:223:41)',
			'jsonDecode (dart:convert/json.dart:160:10)',
			own(frames.decode),
			gap,
			...reading,
		],
	),
	thrown('_TypeError', () => "type 'Null' is not a subtype of type 'String' in type cast", [
		own(frames.readTitle),
		own(frames.readItem),
		gap,
		...reading,
	]),
	thrown(
		'setState() called after dispose()',
		(draws) =>
			`setState() called after dispose(): _NoteListPageState#${draws.hex(5)}(lifecycle state: defunct, not mounted)`,
		[
			'State.setState.<anonymous closure> (package:flutter/src/widgets/framework.dart:1171:9)',
			'State.setState (package:flutter/src/widgets/framework.dart:1206:6)',
			own(frames.showNotes),
			gap,
			own(frames.reload),
			gap,
		],
	),
	thrown('_TypeError', () => 'Null check operator used on a null value', [own(frames.wordCount), ...buildPhase], {
		since: '1.7.0',
	}),
	thrown(
		'SyncException',
		(draws) => `SyncException: note ${draws.uuid()} was answered with HTTP ${draws.pick([401, 409, 413, 500, 503])}`,
		[own(frames.refused), gap, ...saving],
	),
	thrown(
		'TimeoutException',
		() => 'TimeoutException after 0:00:20.000000: Future not completed',
		[own(frames.put), gap, ...saving],
		{ spikes: true },
	),
	thrown(
		'RangeError',
		(draws) => `RangeError (length): Invalid value: Not in inclusive range 0..${draws.between(1, 300)}: -1`,
		['List.[]= (dart:core-patch/growable_array.dart:273:5)', own(frames.replaceNote), gap],
	),
	thrown('Search pattern', (draws) => `FormatException: Invalid regular expression: ${draws.pick(oddTexts)}`, [
		'new _RegExp (dart:core-patch/regexp_patch.dart:232:21)',
		'new RegExp (dart:core-patch/regexp_patch.dart:15:10)',
		own(frames.pattern),
		own(frames.findForList),
		...buildPhase,
	]),
	thrown(
		'ClientException',
		(draws) =>
			`ClientException with SocketException: Failed host lookup: 'sync.example.com' (OS Error: No address associated with hostname, errno = 7), uri=https://sync.example.com/notes/${draws.uuid()}`,
		[...httpSend, own(frames.put), gap, ...saving],
	),
	obfuscated(
		'Null check operator used on a null value',
		'Null check operator used on a null value',
		[0x1ed6d7, 0x1f0a43, 0x1c2b9f, 0x1b77e3, 0x1a9c0f],
		{
			since: '1.8.0',
		},
	),
	thrown('StateError', () => 'Bad state: No element', [
		'List.reduce (dart:collection/list.dart:151:22)',
		own(frames.best),
		own(frames.submit),
		'EditableTextState._finalizeEditing (package:flutter/src/widgets/editable_text.dart:3812:27)',
		'EditableTextState.performAction (package:flutter/src/widgets/editable_text.dart:3622:9)',
		'TextInput._handleTextInputInvocation (package:flutter/src/services/text_input.dart:2057:37)',
		gap,
	]),
	thrown(
		'PathNotFoundException',
		() =>
			"PathNotFoundException: Cannot open file, path = '/data/user/0/com.example.notes/app_flutter/notes.json' (OS Error: No such file or directory, errno = 2)",
		[own(frames.readFile), gap, ...reading],
		{ os: 'android' },
	),
	thrown(
		'FileSystemException',
		() =>
			"FileSystemException: writeFrom failed, path = '/data/user/0/com.example.notes/app_flutter/notes.json' (OS Error: No space left on device, errno = 28)",
		[
			'_RandomAccessFile.writeFrom.<anonymous closure> (dart:io/file_impl.dart:931:7)',
			gap,
			own(frames.writeFile),
			gap,
			own(frames.writeAll),
			gap,
		],
		{ os: 'android' },
	),
];
