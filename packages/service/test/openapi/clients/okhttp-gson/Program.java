import java.io.File;
import java.util.Arrays;
import java.util.Collections;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AssetDoApi;
import org.openapitools.client.api.NodeDoApi;
import org.openapitools.client.model.NodeAbout200Response;
import org.openapitools.client.model.NodeSearch200Response;
import org.openapitools.client.model.NodeTree200Response;

public class Program {
  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient().setBasePath(arguments[0]);
    NodeDoApi nodes = new NodeDoApi(client);
    AssetDoApi assets = new AssetDoApi(client);
    NodeTree200Response tree = nodes.nodeTree(Collections.singletonList(-1L)).kind(101L).depth(1).execute();
    NodeSearch200Response search =
        nodes.nodeSearch().search("").searchFileCategory(Arrays.asList(1, 2)).paginate(2).execute();
    NodeAbout200Response about = nodes.nodeAbout().execute();
    File thumb = assets.assetThumb(1000L).execute();
    String code = "";
    try {
      assets.assetDetails(424242L).execute();
    } catch (ApiException failure) {
      code = failure.getResponseBody().replaceAll(".*\"code\":\"(\\w+)\".*", "$1");
    }
    String name = tree.getData().get(0).getName();
    String language = about.getData().getDefaultLanguage();
    System.out.println(name + " " + search.getTotal() + " " + language + " " + (thumb.length() > 100) + " " + code);
    // The threads of OkHttp would keep the program alive for a minute.
    System.exit(0);
  }
}
