import java.nio.file.*;
import java.util.*;
import java.util.concurrent.CountDownLatch;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/** One OpenSearch node from jars of Maven Central alone. Arguments: key=value settings of opensearch.yml. */
public class OpenSearchNode extends Node {
  OpenSearchNode(Settings settings, List<PluginInfo> plugins) {
    super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "node"), plugins, false);
  }

  static PluginInfo plugin(String name, String main) {
    return new PluginInfo(name, name, "classpath", Version.CURRENT, "21", main, List.of(), false);
  }

  public static void main(String[] args) throws Exception {
    long start = System.nanoTime();
    Settings.Builder settings = Settings.builder();
    for (String arg : args) {
      int at = arg.indexOf('=');
      settings.put(arg.substring(0, at), arg.substring(at + 1));
    }
    Node node = new OpenSearchNode(settings.build(), List.of(
      plugin("transport-netty4", "org.opensearch.transport.Netty4ModulePlugin"),
      plugin("analysis-common", "org.opensearch.analysis.common.CommonAnalysisModulePlugin"),
      plugin("lang-painless", "org.opensearch.painless.PainlessModulePlugin")));
    node.start();
    System.out.println("started " + Version.CURRENT + " in " + (System.nanoTime() - start) / 1_000_000 + " ms");
    CountDownLatch latch = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try { node.close(); } catch (Exception e) { e.printStackTrace(); }
      latch.countDown();
    }));
    latch.await();
  }
}
