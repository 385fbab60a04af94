// Makes the calls of a plan with the client that openapi-generator wrote, and prints one answer a line.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.model.ErrorBody;

public class Calls {
  private static final ObjectMapper json = new ObjectMapper();

  public static void main(String[] arguments) throws Exception {
    for (JsonNode call : json.readTree(new File(arguments[0])))
      System.out.println(json.writeValueAsString(answer(call)));
  }

  private static Map<String, Object> answer(JsonNode call) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(call.get("url").asText());
    client.setRequestInterceptor(
        request ->
            call.get("headers").properties().forEach(e -> request.header(e.getKey(), e.getValue().asText())));
    Class<?> api = Class.forName("org.openapitools.client.api." + call.get("tag").asText() + "Api");
    Object instance = api.getConstructor(ApiClient.class).newInstance(client);
    Method method = methodOf(api, call.get("operationId").asText() + "WithHttpInfo");
    Map<String, Object> answer = new LinkedHashMap<>();
    ObjectMapper mapper = client.getObjectMapper();
    try {
      ApiResponse<?> response =
          (ApiResponse<?>) method.invoke(instance, argumentsOf(method, call, mapper));
      answer.put("status", response.getStatusCode());
      answer.put("body", mapper.valueToTree(response.getData()));
    } catch (InvocationTargetException thrown) {
      if (!(thrown.getCause() instanceof ApiException failure)) throw thrown;
      if (failure.getCode() == 0) throw failure;
      String body = failure.getResponseBody();
      boolean isEmpty = body == null || body.isBlank();
      answer.put("status", failure.getCode());
      answer.put("body", isEmpty ? null : mapper.valueToTree(mapper.readValue(body, ErrorBody.class)));
    }
    return answer;
  }

  /** The method without the additional argument for headers. */
  private static Method methodOf(Class<?> api, String name) throws NoSuchMethodException {
    for (Method method : api.getMethods()) {
      Class<?>[] types = method.getParameterTypes();
      boolean hasHeaders = types.length > 0 && types[types.length - 1] == Map.class;
      if (method.getName().equals(name) && !hasHeaders) return method;
    }
    throw new NoSuchMethodException(name);
  }

  /** The argument that is not a parameter of the operation is the body. */
  private static Object[] argumentsOf(Method method, JsonNode call, ObjectMapper mapper) {
    Map<String, JsonNode> given = new HashMap<>();
    for (String place : new String[] {"path", "query", "header"})
      call.get(place).properties().forEach(e -> given.put(normal(e.getKey()), e.getValue()));
    Parameter[] parameters = method.getParameters();
    Object[] values = new Object[parameters.length];
    for (int i = 0; i < values.length; i++) {
      Parameter parameter = parameters[i];
      boolean isModel = parameter.getType().getName().contains(".model.") && !parameter.getType().isEnum();
      JsonNode value = isModel ? call.get("body") : given.get(normal(parameter.getName()));
      if (value != null)
        values[i] = mapper.convertValue(value, mapper.constructType(parameter.getParameterizedType()));
    }
    return values;
  }

  private static String normal(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase();
  }
}
