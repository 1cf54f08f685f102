// In this order: the view asks for the editor as soon as it is loaded.
import '../../../support/webview/fakeHost';
import '../../../../src/webview/results/main';
